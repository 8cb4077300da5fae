import { BEHIND_MS } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { StreamPlace } from './stream-place.ts';

const LOOK_EVERY_MS = 5_000;

export interface LagWatchOptions {
  readonly clock: Clock;
  readonly place: Pick<StreamPlace, 'lateMs' | 'askAgain'>;
  /** Goes on with frames that a script fetches; called with each look that sees the sound behind. False where none can. */
  catchUp(): boolean;
  /** Told where no script can catch up. */
  tellBehind(isBehind: boolean): void;
}

/**
 * Sees when a connection is heard much later than its stream is on air [R171]: after a sleep of the device it plays on
 * with what had waited in the network, after an outage with what was missed. The wall clock tells, since the other one
 * may stand still in a sleep; it may have been set as well, so the radio is asked before it is believed.
 */
export class LagWatch implements Disposable {
  readonly #options: LagWatchOptions;
  readonly #looking: Disposable;
  #isBehind = false;
  #isOver = false;

  constructor(options: LagWatchOptions) {
    this.#options = options;
    this.#looking = options.clock.every(LOOK_EVERY_MS, () => void this.#look());
  }

  async #look(): Promise<void> {
    const { place, catchUp } = this.#options;
    if (this.#isLate && !this.#isBehind) await place.askAgain();
    if (!this.#isOver) this.#tell(this.#isLate && !catchUp());
  }

  get #isLate(): boolean {
    return (this.#options.place.lateMs ?? 0) > BEHIND_MS;
  }

  #tell(isBehind: boolean): void {
    if (isBehind === this.#isBehind) return;
    this.#isBehind = isBehind;
    this.#options.tellBehind(isBehind);
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#looking[Symbol.dispose]();
    this.#tell(false);
  }
}
