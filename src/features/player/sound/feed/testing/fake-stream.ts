import { FRAME_SECONDS } from '#src/features/player/sound/feed/frame-cutter.ts';
import type { OpenSound } from '#src/features/player/sound/feed/sound-feed.ts';
import { frameOf } from './frames.ts';

/** A stream whose frames are numbered, and the server that sends what the test says. */
export class FakeStream {
  readonly #epochMs: number;
  /** Frames that answers begin with before the one asked for. */
  preRoll = 0;
  answers = true;
  failure: Error | null = null;
  garbage = false;
  isAborted = false;
  readonly opened: string[] = [];
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;

  /** @param epochMs the instant of frame 0 */
  constructor(epochMs: number) {
    this.#epochMs = epochMs;
  }

  readonly open: OpenSound = async (address, signal) => {
    this.opened.push(address);
    signal.addEventListener('abort', () => {
      this.isAborted = true;
    });
    if (this.failure) throw this.failure;
    if (!this.answers) return new Promise(() => {});
    const fromMs = Number(/from=(\d+)/.exec(address)?.[1] ?? this.#epochMs);
    const frame = Math.floor((fromMs - this.#epochMs) / (FRAME_SECONDS * 1000)) - this.preRoll;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
    });
    return { firstMs: Math.ceil(this.#epochMs + frame * FRAME_SECONDS * 1000 - 0.001), body };
  };

  /** Sends frames, less the last bytes. */
  send(from: number, to: number, lessBytes = 0): void {
    const frames = Array.from({ length: to - from }, (_, at) => frameOf(from + at));
    const bytes = Buffer.concat(this.garbage ? [Buffer.from('<html>'), ...frames] : frames);
    this.#controller?.enqueue(bytes.subarray(0, bytes.length - lessBytes));
  }

  close(): void {
    this.#controller?.close();
  }
}
