import { HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { AD_FREE_TOKEN_MS } from '#src/contract/limits.ts';
import type { AdFreePass } from '#src/page/session/session-storage.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

/** A pass is renewed this long before it ends: a page that sleeps for a while still has one [R52]. */
const PASS_RENEW_MS = HOUR_MS;
/** Pause after a failure; each further one doubles it. */
const AGAIN_MS = MINUTE_MS;
const AGAIN_MAX_MS = 30 * MINUTE_MS;

interface PassKeeperOptions {
  readonly clock: Pick<Clock, 'nowMs'>;
  /** The pass that was kept, also one that has expired. */
  readonly kept: AdFreePass | null;
  fetchToken(): Promise<string>;
  write(pass: AdFreePass): void;
  /** Called with the first pass after a time without a valid one: what plays was opened without. */
  onFirstPass(): void;
}

/**
 * Has a pass ready before a stream needs one, for as long as somebody is signed in; no sound ever waits for
 * it. It goes by the wall clock: a pass runs out while the computer sleeps, but timers stand still.
 */
export class PassKeeper implements Disposable {
  readonly #options: PassKeeperOptions;
  #pass: AdFreePass | null;
  #isAsking = false;
  #failures = 0;
  #failedMs = 0;
  #isOver = false;

  constructor(options: PassKeeperOptions) {
    this.#options = options;
    this.#pass = options.kept;
    this.look();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
  }

  /**
   * Renews the pass when it is due. To be called every
   * minute, when the page wakes, and when a stream is opened.
   * @param isBack whether the network has just returned: then a failure is followed by another try at once
   */
  look(isBack = false): void {
    const nowMs = this.#options.clock.nowMs();
    const leftMs = this.#leftMs(nowMs);
    if (this.#isOver || this.#isAsking || leftMs > PASS_RENEW_MS) return;
    if (isBack || !this.#isResting(nowMs)) void this.#renew();
  }

  /** Returns 0 for a pass that would last longer than any does: the clock was set back since. */
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
      const token = await this.#options.fetchToken();
      if (this.#isOver) return;
      this.#failures = 0;
      const nowMs = this.#options.clock.nowMs();
      const isFirst = this.#leftMs(nowMs) <= 0;
      this.#pass = { token, expiresMs: nowMs + AD_FREE_TOKEN_MS };
      this.#options.write(this.#pass);
      if (isFirst) this.#options.onFirstPass();
    } catch {
      this.#failures += 1;
      this.#failedMs = this.#options.clock.nowMs();
    } finally {
      this.#isAsking = false;
    }
  }
}
