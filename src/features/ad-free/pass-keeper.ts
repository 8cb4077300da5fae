import { AD_FREE_TOKEN_MS } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { AdFreePass } from './stored-pass.ts';

/** A pass is renewed when so little is left of it: a page that sleeps for a while still has one. */
const RENEW_MS = 60 * 60_000;
/** After a failure it is asked for again, each time after twice as long. */
const AGAIN_MS = 20_000;
const AGAIN_MAX_MS = 30 * 60_000;

/** Has a pass ready before a stream needs one, for as long as somebody is signed in; no sound ever waits for it. */
export class PassKeeper implements Disposable {
  readonly #clock: Clock;
  readonly #fetchToken: () => Promise<string>;
  readonly #write: (pass: AdFreePass) => void;
  readonly #onFirstPass: () => void;
  #pass: AdFreePass | null;
  #timer: Disposable | null = null;
  #failures = 0;
  #isOver = false;

  constructor(options: {
    clock: Clock;
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
    this.#renewInTime();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#timer?.[Symbol.dispose]();
  }

  #renewInTime(): void {
    const delayMs = (this.#pass?.expiresMs ?? 0) - RENEW_MS - this.#clock.nowMs();
    if (delayMs > 0) this.#timer = this.#clock.after(delayMs, () => void this.#renew());
    else void this.#renew();
  }

  async #renew(): Promise<void> {
    try {
      const token = await this.#fetchToken();
      if (this.#isOver) return;
      this.#failures = 0;
      const nowMs = this.#clock.nowMs();
      const isFirst = this.#pass === null || this.#pass.expiresMs <= nowMs;
      this.#pass = { token, expiresMs: nowMs + AD_FREE_TOKEN_MS };
      this.#write(this.#pass);
      if (isFirst) this.#onFirstPass();
      this.#renewInTime();
    } catch {
      if (this.#isOver) return;
      const delayMs = Math.min(AGAIN_MAX_MS, AGAIN_MS * 2 ** this.#failures);
      this.#failures += 1;
      this.#timer = this.#clock.after(delayMs, () => void this.#renew());
    }
  }
}
