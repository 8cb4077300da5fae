import { AD_FREE_TOKEN_MS } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { AdFreePass } from './stored-pass.ts';

/** A pass is renewed when so little is left of it: a page that sleeps for a while still has one [R52]. */
const PASS_RENEW_MS = 60 * 60_000;
/** After a failure it is asked for again, each time after twice as long. */
const AGAIN_MS = 60_000;
const AGAIN_MAX_MS = 30 * 60_000;

/**
 * Has a pass ready before a stream needs one, for as long as somebody is signed in; no sound ever waits for it. It goes
 * by the wall clock, since a pass runs out while the computer sleeps and timers do not.
 */
export class PassKeeper implements Disposable {
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #fetchToken: () => Promise<string>;
  readonly #write: (pass: AdFreePass) => void;
  readonly #onFirstPass: () => void;
  #pass: AdFreePass | null;
  #isAsking = false;
  #failures = 0;
  #failedMs = 0;
  #isOver = false;

  constructor(options: {
    clock: Pick<Clock, 'nowMs'>;
    /** The pass that was kept, also one that has expired. */
    kept: AdFreePass | null;
    fetchToken: () => Promise<string>;
    write: (pass: AdFreePass) => void;
    /** Called with the first pass after a time without one that counted: what plays was opened without. */
    onFirstPass: () => void;
  }) {
    this.#clock = options.clock;
    this.#fetchToken = options.fetchToken;
    this.#write = options.write;
    this.#onFirstPass = options.onFirstPass;
    this.#pass = options.kept;
    this.look();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
  }

  /**
   * Looks at the clock, and renews the pass where it is due. To be called every minute, when the page wakes, and when a
   * stream is opened.
   * @param isBack the network is there again: what failed is worth another try at once
   */
  look(isBack = false): void {
    const nowMs = this.#clock.nowMs();
    const leftMs = this.#leftMs(nowMs);
    if (this.#isOver || this.#isAsking || leftMs > PASS_RENEW_MS) return;
    if (isBack || !this.#isResting(nowMs)) void this.#renew();
  }

  /** None of a pass that would last longer than any does: the clock was set back since. */
  #leftMs(nowMs: number): number {
    const leftMs = (this.#pass?.expiresMs ?? 0) - nowMs;
    return leftMs > AD_FREE_TOKEN_MS ? 0 : leftMs;
  }

  #isResting(nowMs: number): boolean {
    if (this.#failures === 0) return false;
    const sinceMs = nowMs - this.#failedMs;
    return sinceMs >= 0 && sinceMs < Math.min(AGAIN_MAX_MS, AGAIN_MS * 2 ** (this.#failures - 1));
  }

  async #renew(): Promise<void> {
    this.#isAsking = true;
    try {
      const token = await this.#fetchToken();
      if (this.#isOver) return;
      this.#failures = 0;
      const nowMs = this.#clock.nowMs();
      const isFirst = this.#leftMs(nowMs) <= 0;
      this.#pass = { token, expiresMs: nowMs + AD_FREE_TOKEN_MS };
      this.#write(this.#pass);
      if (isFirst) this.#onFirstPass();
    } catch {
      this.#failures += 1;
      this.#failedMs = this.#clock.nowMs();
    } finally {
      this.#isAsking = false;
    }
  }
}
