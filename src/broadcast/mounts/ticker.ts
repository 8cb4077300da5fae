import type { Clock } from '#src/platform/clock/clock.ts';
import { GROUP_COUNT } from '../listeners/audience.ts';
import type { FrameClock } from '../timeline/frame-clock.ts';
import type { Mount } from './mount.ts';

/** Every group has its turn once a second. */
const TICK_MS = 1000 / GROUP_COUNT;

/**
 * The one timer of all streams: puts on air what is due, then serves the groups whose turn has come. Turns that a late
 * timer missed are made up for, so that every listener is served once a second.
 */
export class Ticker implements Disposable {
  readonly #clock: Clock;
  readonly #frameClock: FrameClock;
  readonly #mounts: () => Iterable<Mount>;
  readonly #timer: Disposable;
  readonly #startMs: number;
  #turnsServed = 0;

  constructor(options: { clock: Clock; frameClock: FrameClock; mounts: () => Iterable<Mount> }) {
    this.#clock = options.clock;
    this.#frameClock = options.frameClock;
    this.#mounts = options.mounts;
    this.#startMs = this.#clock.monotonicMs();
    this.#timer = this.#clock.every(TICK_MS, () => this.#tick());
  }

  #tick(): void {
    const dueFrame = this.#frameClock.dueFrame();
    const turns = Math.floor((this.#clock.monotonicMs() - this.#startMs) / TICK_MS);
    const firstTurn = Math.max(this.#turnsServed, turns - GROUP_COUNT);
    for (const mount of this.#mounts()) {
      mount.produceUntil(dueFrame);
      for (let turn = firstTurn; turn < turns; turn += 1) mount.audience.serve(turn);
    }
    this.#turnsServed = turns;
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
  }
}
