import { FRAME_SECONDS } from '#src/features/player/sound/feed/frame-cutter.ts';
import type { SoundSink } from '#src/features/player/sound/feed/sound-sink.ts';

/** Takes frames in place of a browser. */
export class FakeSink implements SoundSink {
  readonly address = 'blob:sink';
  /** The number of each frame it was given, modulo 256. */
  readonly frames: number[] = [];
  unheardSeconds = 0;
  isBroken = false;
  #held: PromiseWithResolvers<void> | null = null;

  get endSeconds(): number {
    return Math.max(0, this.frames.length * FRAME_SECONDS - this.unheardSeconds);
  }

  hold(): void {
    this.#held = Promise.withResolvers<void>();
  }

  letGo(): void {
    this.#held?.resolve();
    this.#held = null;
  }

  async append(frames: Uint8Array<ArrayBuffer>, unheardSeconds: number): Promise<void> {
    await this.#held?.promise;
    if (this.isBroken) throw new DOMException('no more of this', 'InvalidStateError');
    this.unheardSeconds += unheardSeconds;
    for (let at = 0; at < frames.length; at += 417 + (((frames[at + 2] ?? 0) >> 1) & 1))
      this.frames.push(frames[at + 4] ?? -1);
  }

  [Symbol.dispose](): void {}
}
