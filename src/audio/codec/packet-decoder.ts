import { AVERROR_EAGAIN, AVERROR_EOF } from 'node-av/constants';
import { Codec, CodecContext, FFmpegError, Frame, type Packet, type Stream } from 'node-av/lib';
import { AudioSourceError } from './audio-source-error.ts';

/** Decodes the packets of one stream: a packet is sent, then the frames that come of it are fetched. */
export class PacketDecoder implements Disposable {
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
