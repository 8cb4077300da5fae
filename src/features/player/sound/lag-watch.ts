import { BEHIND_MS, BURST_MS } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { SoundPlace } from './sound.ts';

const LOOK_EVERY_MS = 5_000;

export interface LagWatchOptions {
  readonly clock: Clock;
  readonly place: Pick<SoundPlace, 'heardMs'>;
  /** Called with each look for as long as it is so. */
  onBehind(): void;
}

/**
 * Sees when a connection is heard much later than it began [R171]: after a sleep of the device it plays on with what
 * had waited in the network. The wall clock tells, since the other one may stand still in a sleep.
 */
export class LagWatch implements Disposable {
  readonly #looking: Disposable;
  /** Whatever this device's clock differs from the radio's by is in it. */
  #leastMs = Number.POSITIVE_INFINITY;

  constructor({ clock, place, onBehind }: LagWatchOptions) {
    this.#looking = clock.every(LOOK_EVERY_MS, () => {
      if (place.heardMs === null) return;
      const lagMs = clock.nowMs() - place.heardMs;
      this.#leastMs = Math.min(this.#leastMs, lagMs);
      if (lagMs - this.#leastMs > BEHIND_MS - BURST_MS) onBehind();
    });
  }

  [Symbol.dispose](): void {
    this.#looking[Symbol.dispose]();
  }
}
