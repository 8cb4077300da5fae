import { isAbsolute } from 'node:path';
import { Decoder } from 'node-av/api';
import { AV_LOG_QUIET, AVERROR_EOF, AVERROR_INVALIDDATA, AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import { Dictionary, FFmpegError, FormatContext, type Frame, Log, Packet, type Stream } from 'node-av/lib';
import { declaredMp3Seconds } from '../mp3/declared-length.ts';
import { endsInsidePage } from '../ogg/ends-inside-page.ts';
import { declaredWavSeconds } from '../wav/declared-length.ts';
import { AudioSourceError } from './audio-source-error.ts';

/** Containers of sound; leaves out those that fetch other files, as playlists do, and those that take any text. */
const FORMATS =
  'mp3,flac,ogg,wav,w64,aiff,caf,au,mov,matroska,asf,aac,ac3,eac3,ape,mpc,mpc8,wv,tta,dsf,amr,opus,mpegts';

const STATES_ITS_LENGTH = new Set(['flac', 'mov', 'ape', 'wv', 'tta']);

// What goes wrong comes back as codes; FFmpeg's own words would only litter the terminal.
Log.setLevel(AV_LOG_QUIET);

/** More damaged packets than this part of them all, and than a few, make a file broken. */
const DAMAGED_PART = 0.01;
const DAMAGED_FEW = 3;

/**
 * A file of music opened for reading: of any common format, one audio stream of it. Everything here blocks until it is
 * done; it belongs into a process of its own.
 */
export class AudioSource implements Disposable {
  readonly #path: string;
  readonly #format: FormatContext;
  readonly #stream: Stream;
  readonly #decoder: Decoder;
  #decodedSeconds = 0;

  private constructor(path: string, format: FormatContext, stream: Stream) {
    this.#path = path;
    this.#format = format;
    this.#stream = stream;
    this.#decoder = Decoder.createSync(stream, { threadCount: 1 });
  }

  /** @throws {AudioSourceError} `not-audio`, `unreadable` */
  static open(path: string): AudioSource {
    if (!isAbsolute(path)) throw new RangeError(`not an absolute path: ${path}`);
    const format = new FormatContext();
    try {
      using limits = Dictionary.fromObject({ format_whitelist: FORMATS, protocol_whitelist: 'file' });
      FFmpegError.throwIfError(format.openInputSync(path, null, limits), 'open');
      FFmpegError.throwIfError(format.findStreamInfoSync(), 'look at the streams');
      const index = format.findBestStream(AVMEDIA_TYPE_AUDIO);
      const stream = format.streams[index];
      if (!stream) throw new AudioSourceError('not-audio', 'holds no sound');
      return new AudioSource(path, format, stream);
    } catch (error) {
      format.closeInputSync();
      throw error instanceof FFmpegError ? explain(error) : error;
    }
  }

  /** Seconds that the file's own header states; null where it states nothing, and an estimate would mislead. */
  get declaredSeconds(): number | null {
    const container = this.#container;
    if (container === 'mp3') return declaredMp3Seconds(this.#path);
    if (container === 'wav') return declaredWavSeconds(this.#path);
    if (!container.split(',').some((name) => STATES_ITS_LENGTH.has(name))) return null;
    const { duration, timeBase } = this.#stream;
    const seconds = (Number(duration) * timeBase.num) / timeBase.den;
    return seconds > 0 ? seconds : null;
  }

  /**
   * The coded audio, piece by piece and without tags. A packet is only good until the next one is asked for.
   * @throws {AudioSourceError} `broken` or `unreadable` when reading stops before the end.
   */
  *packets(): Generator<Packet> {
    using packet = new Packet();
    packet.alloc();
    for (;;) {
      const code = this.#format.readFrameSync(packet);
      if (code === AVERROR_EOF) return;
      if (code === AVERROR_INVALIDDATA) {
        throw new AudioSourceError('broken', 'is damaged: what follows a hole in it cannot be read');
      }
      if (code < 0) {
        throw new AudioSourceError('unreadable', `cannot be read to its end (${FFmpegError.strerror(code)})`);
      }
      if (packet.streamIndex === this.#stream.index) {
        packet.timeBase = this.#stream.timeBase;
        yield packet;
      }
      packet.unref();
    }
  }

  /**
   * The decoded audio, ended by null as the filters expect it. Damaged packets are left out; frames belong to the caller.
   * @throws {AudioSourceError} `broken` when too much of it is damaged, `cut-off` when it ends in the middle of a piece,
   * `unreadable`.
   */
  *frames(): Generator<Frame | null> {
    let packets = 0;
    let damaged = 0;
    for (const packet of this.packets()) {
      packets += 1;
      try {
        for (const frame of this.#decoder.decodeAllSync(packet)) yield this.#counted(frame);
      } catch (error) {
        if (!(error instanceof FFmpegError)) throw error;
        damaged += 1;
      }
    }
    for (const frame of this.#decoder.flushFramesSync()) yield this.#counted(frame);
    if (packets === 0)
      throw new AudioSourceError('broken', 'is damaged: there is no sound in it to be found');
    if (this.#container === 'ogg' && endsInsidePage(this.#path)) {
      throw new AudioSourceError('cut-off', 'was not copied to its end: copy it again from where it came');
    }
    if (this.#decodedSeconds === 0 || (damaged > DAMAGED_FEW && damaged > packets * DAMAGED_PART)) {
      throw new AudioSourceError(
        'broken',
        `is damaged: ${damaged} of its ${packets} pieces cannot be decoded`,
      );
    }
    yield null;
  }

  /** Seconds of audio that `frames` has given so far. */
  get decodedSeconds(): number {
    return this.#decodedSeconds;
  }

  get #container(): string {
    return this.#format.iformat?.name ?? '';
  }

  #counted(frame: Frame): Frame {
    this.#decodedSeconds += frame.nbSamples / frame.sampleRate;
    return frame;
  }

  [Symbol.dispose](): void {
    this.#decoder.close();
    this.#format.closeInputSync();
  }
}

function explain(error: FFmpegError): AudioSourceError {
  if (error.isEACCES) {
    const message = 'cannot be opened: give the user that runs Onde the right to read it';
    return new AudioSourceError('unreadable', message, { cause: error });
  }
  if (error.isENOENT || error.isEIO) {
    return new AudioSourceError('unreadable', `cannot be opened (${error.message})`, { cause: error });
  }
  const message = 'cannot be read: it is not an audio file, or a part of it is missing';
  return new AudioSourceError('not-audio', message, { cause: error });
}
