import { SLOT_SEEN_MS } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

/** Calls back once something has been in sight for long enough without a break. */
export class LongLook {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #onSeen: () => void;
  #waiting: Disposable | null = null;

  constructor(clock: Pick<Clock, 'after'>, onSeen: () => void) {
    this.#clock = clock;
    this.#onSeen = onSeen;
  }

  update(isInSight: boolean): void {
    if (isInSight === (this.#waiting !== null)) return;
    this.#waiting?.[Symbol.dispose]();
    this.#waiting = isInSight ? this.#clock.after(SLOT_SEEN_MS, this.#onSeen) : null;
  }
}
