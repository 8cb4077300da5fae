import { isAbsolute } from 'node:path';
import { AVERROR_EAGAIN, AVERROR_EOF, AVERROR_INVALIDDATA, AVMEDIA_TYPE_AUDIO } from 'node-av/constants';
import {
  Codec,
  CodecContext,
  FFmpegError,
  type FormatContext,
  Frame,
  Packet,
  type Stream,
} from 'node-av/lib';
import type { StereoPcm } from '#src/audio/stereo-pcm.ts';
import { clockTime } from '#src/contract/durations.ts';
import { AUDIO_HOURS_MAX } from '#src/contract/limits.ts';
import { AudioSourceError } from './audio-source-error.ts';
import { declaredMp3Seconds, declaredWavSeconds, endsInsidePage } from './container-claims.ts';
import { openContainer } from './open-container.ts';
import { StereoConverter } from './stereo-converter.ts';

const STATES_ITS_LENGTH = new Set(['flac', 'mov', 'ape', 'wv', 'tta']);
const STATES_ITS_SAMPLES = new Set(['wav', 'flac', 'wv', 'tta']);
const SECONDS_MAX = AUDIO_HOURS_MAX * 3600;

/**
 * Tolerance: a file that is shorter than it says, by more than its header may be wrong, was not copied to its
 * end.
 */
const EXACT_TOLERANCE_SECONDS = 1;
const TOLERANCE_SECONDS = 2;
const TOLERANCE_PART = 0.05;

/** Share of damaged packets, and their number, both of which a broken file exceeds. */
const DAMAGED_PART = 0.01;
const DAMAGED_FEW = 3;

/**
 * A file of music opened for reading: of any common format, one audio stream of it. Everything here blocks
 * until it is done, so it belongs in a process of its own.
 */
export class AudioSource implements Disposable {
  readonly #path: string;
  readonly #secondsMax: number;
  readonly #format: FormatContext;
  readonly #stream: Stream;
  #packetSeconds = 0;
  #decodedSeconds = 0;

  private constructor(path: string, secondsMax: number, format: FormatContext, stream: Stream) {
    this.#path = path;
    this.#secondsMax = secondsMax;
    this.#format = format;
    this.#stream = stream;
  }

  /**
   * Opens a file; one that goes on for longer than `secondsMax` is `too-long`.
   * @throws {AudioSourceError} `not-audio`, `cut-off`, `unreadable`, and the file system's errors
   */
  static open(path: string, { secondsMax = SECONDS_MAX } = {}): AudioSource {
    if (!isAbsolute(path)) throw new RangeError(`not an absolute path: ${path}`);
    const format = openContainer(path);
    const stream = format.streams[format.findBestStream(AVMEDIA_TYPE_AUDIO)];
    if (stream) return new AudioSource(path, secondsMax, format, stream);
    format.closeInputSync();
    throw new AudioSourceError('not-audio', 'holds no sound');
  }

  /**
   * Checks that the seconds found in the file are those that it promises.
   * @throws {AudioSourceError} `cut-off`
   */
  assertComplete(seconds: number): void {
    this.#assertLastPage();
    const declaredSeconds = this.#declaredSeconds;
    if (declaredSeconds === null) return;
    const toleranceSeconds = this.#isDeclaredExactly
      ? EXACT_TOLERANCE_SECONDS
      : Math.max(TOLERANCE_SECONDS, declaredSeconds * TOLERANCE_PART);
    if (seconds >= declaredSeconds - toleranceSeconds) return;
    const [heard, promised] = [clockTime(Math.floor(seconds)), clockTime(Math.floor(declaredSeconds))];
    throw new AudioSourceError(
      'cut-off',
      `ends after ${heard} of ${promised}: copy it again from where it came`,
    );
  }

  /**
   * The seconds that the file's own header states; null where it states nothing, and an estimate would
   * mislead.
   */
  get #declaredSeconds(): number | null {
    const container = this.#container;
    if (container === 'mp3') return declaredMp3Seconds(this.#path);
    if (container === 'wav') return declaredWavSeconds(this.#path);
    if (!container.split(',').some((name) => STATES_ITS_LENGTH.has(name))) return null;
    const { duration, timeBase } = this.#stream;
    const seconds = (Number(duration) * timeBase.num) / timeBase.den;
    return seconds > 0 ? seconds : null;
  }

  /**
   * Whether the header states a count of samples. A count of frames may be wrong, since tools that cut files
   * leave it as it was.
   */
  get #isDeclaredExactly(): boolean {
    return STATES_ITS_SAMPLES.has(this.#container);
  }

  /**
   * Yields the coded audio, piece by piece and without tags. A packet is only good until the next one is
   * asked for.
   * @throws {AudioSourceError} `broken` or `unreadable` when reading stops before the end, `too-long`
   */
  *packets(): Generator<Packet> {
    using packet = new Packet();
    packet.alloc();
    const { index, timeBase } = this.#stream;
    const secondsOfUnit = timeBase.num / timeBase.den;
    for (;;) {
      const code = this.#format.readFrameSync(packet);
      if (code === AVERROR_EOF) return;
      if (code === AVERROR_INVALIDDATA) {
        throw new AudioSourceError('broken', 'is damaged: what follows a hole in it cannot be read');
      }
      if (code < 0) {
        throw new AudioSourceError('unreadable', `cannot be read to its end (${FFmpegError.strerror(code)})`);
      }
      if (packet.streamIndex === index) {
        this.#packetSeconds += Number(packet.duration) * secondsOfUnit;
        this.#assertShort(this.#packetSeconds);
        packet.timeBase = timeBase;
        yield packet;
      }
      packet.unref();
    }
  }

  /**
   * Yields the decoded audio in blocks of about a second; each is good until the next one is asked for.
   * Damaged packets are left out.
   * @throws {AudioSourceError} `broken` when too much of it is damaged, `cut-off` when it ends in the middle
   * of a piece, `unreadable`, `too-long`
   */
  *samples(): Generator<StereoPcm> {
    using decoder = new PacketDecoder(this.#stream);
    using converter = new StereoConverter();
    let packets = 0;
    let damaged = 0;
    for (const packet of this.packets()) {
      packets += 1;
      if (!decoder.send(packet)) damaged += 1;
      for (let frame = decoder.next(); frame; frame = decoder.next()) {
        this.#count(frame.nbSamples / frame.sampleRate);
        yield* converter.push(frame);
      }
    }
    decoder.send(null);
    for (let frame = decoder.next(); frame; frame = decoder.next()) {
      this.#count(frame.nbSamples / frame.sampleRate);
      yield* converter.push(frame);
    }
    yield* converter.finish();
    this.#assertWhole(packets, damaged + decoder.failures);
  }

  /** Seconds of audio that `samples` has given so far. */
  get decodedSeconds(): number {
    return this.#decodedSeconds;
  }

  /** Seconds of audio in the `packets` given so far, as they say themselves. */
  get packetSeconds(): number {
    return this.#packetSeconds;
  }

  get #container(): string {
    return this.#format.iformat?.name ?? '';
  }

  #count(seconds: number): void {
    this.#decodedSeconds += seconds;
    this.#assertShort(this.#decodedSeconds);
  }

  #assertShort(seconds: number): void {
    if (seconds <= this.#secondsMax) return;
    throw new AudioSourceError('too-long', `is longer than ${inHours(this.#secondsMax)}: cut it into parts`);
  }

  #assertWhole(packets: number, damaged: number): void {
    if (packets === 0)
      throw new AudioSourceError('broken', 'is damaged: there is no sound in it to be found');
    this.#assertLastPage();
    if (this.#decodedSeconds === 0 || (damaged > DAMAGED_FEW && damaged > packets * DAMAGED_PART)) {
      throw new AudioSourceError(
        'broken',
        `is damaged: ${damaged} of its ${packets} pieces cannot be decoded`,
      );
    }
  }

  #assertLastPage(): void {
    if (this.#container === 'ogg' && endsInsidePage(this.#path)) {
      throw new AudioSourceError('cut-off', 'was not copied to its end: copy it again from where it came');
    }
  }

  [Symbol.dispose](): void {
    this.#format.closeInputSync();
  }
}

function inHours(seconds: number): string {
  return seconds % 3600 === 0 ? `${seconds / 3600} hours` : `${seconds} seconds`;
}

/** Decodes the packets of one stream: a packet is sent, then the frames that come of it are fetched. */
class PacketDecoder implements Disposable {
  readonly #context = new CodecContext();
  readonly #frame = new Frame();
  #failures = 0;

  /** @throws {AudioSourceError} `not-audio` when there is no decoder for it */
  constructor({ codecpar, timeBase }: Stream) {
    const codec = Codec.findDecoder(codecpar.codecId);
    if (!codec) throw new AudioSourceError('not-audio', 'cannot be read: its kind of sound is unknown');
    this.#frame.alloc();
    this.#context.allocContext3(codec);
    const code = this.#context.parametersToContext(codecpar);
    this.#context.pktTimebase = timeBase;
    this.#context.threadCount = 1;
    const opened = code < 0 ? code : this.#context.open2Sync(codec);
    if (opened >= 0) return;
    this[Symbol.dispose]();
    const why = FFmpegError.strerror(opened);
    throw new AudioSourceError('not-audio', `cannot be read: its sound cannot be decoded (${why})`);
  }

  /** Packets that gave an error instead of their frames. */
  get failures(): number {
    return this.#failures;
  }

  /** Sends a packet, or null at the end. False when the packet is damaged. */
  send(packet: Packet | null): boolean {
    // To a decoder an empty packet is the end.
    if (packet?.size === 0) return true;
    return this.#context.sendPacketSync(packet) >= 0;
  }

  /** Returns the next frame, valid until the next call; null without one. */
  next(): Frame | null {
    this.#frame.unref();
    const code = this.#context.receiveFrameSync(this.#frame);
    if (code >= 0) return this.#frame;
    if (code !== AVERROR_EAGAIN && code !== AVERROR_EOF) this.#failures += 1;
    return null;
  }

  [Symbol.dispose](): void {
    this.#frame.free();
    this.#context.freeContext();
  }
}
