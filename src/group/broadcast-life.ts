import type { Clock } from '#src/platform/clock/clock.ts';

/** A broadcast that has said nothing for this long is not believed to be on the air. */
const ALIVE_MAX_MS = 1_000;
/** [W187] how long a machine that has the turn may take to be on the air; a disk that hangs may never let it */
export const OPENS_WITHIN_MS = 30_000;

/** What this machine's broadcast says of itself: one that is not well neither keeps nor takes a turn. */
export class BroadcastLife {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #aliveMs = Number.NEGATIVE_INFINITY;
  #onAirMs = Number.NEGATIVE_INFINITY;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Call it when broadcast says that it is well. */
  heard(isOnAir: boolean): void {
    this.#aliveMs = this.#clock.monotonicMs();
    if (isOnAir) this.#onAirMs = this.#aliveMs;
  }

  /** Call it when broadcast is given the turn: it opens its streams from then on. */
  hasTurn(): void {
    this.#onAirMs = this.#clock.monotonicMs();
  }

  get isAlive(): boolean {
    return this.#clock.monotonicMs() - this.#aliveMs <= ALIVE_MAX_MS;
  }

  /** Whether one that has the turn is on the air, or may still get there. */
  get isHeard(): boolean {
    return this.isAlive && this.#clock.monotonicMs() - this.#onAirMs < OPENS_WITHIN_MS;
  }
}
