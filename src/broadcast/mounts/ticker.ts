import type { Clock } from '#src/platform/clock/clock.ts';
import { isProductionTurn, TURN_MS, TURNS_PER_SECOND } from '../listeners/turns.ts';
import type { FrameClock } from '../timeline/frame-clock.ts';
import type { Mount } from './mount.ts';

/**
 * The one timer of all streams: puts on air what is due, then serves the groups whose turn has come. It sleeps over
 * turns at which nobody is to be served; turns that it missed are made up for, so that every listener is served once a
 * second.
 */
export class Ticker implements Disposable {
  readonly #clock: Clock;
  readonly #frameClock: FrameClock;
  readonly #mounts: () => Iterable<Mount>;
  readonly #startMs: number;
  #timer: Disposable;
  #turnsServed = 0;

  constructor(options: { clock: Clock; frameClock: FrameClock; mounts: () => Iterable<Mount> }) {
    this.#clock = options.clock;
    this.#frameClock = options.frameClock;
    this.#mounts = options.mounts;
    this.#startMs = this.#clock.monotonicMs();
    this.#timer = this.#sleep();
  }

  #tick(): void {
    const turns = Math.floor(this.#elapsedMs() / TURN_MS);
    const firstTurn = Math.max(this.#turnsServed, turns - TURNS_PER_SECOND);
    const dueFrame = this.#frameClock.dueFrame();
    for (const mount of this.#mounts()) {
      for (let turn = firstTurn; turn < turns; turn += 1) {
        if (isProductionTurn(turn)) mount.produceUntil(dueFrame);
        mount.audience.serve(turn);
      }
    }
    this.#turnsServed = turns;
    this.#timer = this.#sleep();
  }

  #sleep(): Disposable {
    let turn = this.#turnsServed;
    while (!this.#matters(turn)) turn += 1;
    const delayMs = (turn + 1) * TURN_MS - this.#elapsedMs();
    return this.#clock.after(Math.max(0, Math.ceil(delayMs)), () => this.#tick());
  }

  /** Somebody who joins before the next production may be served late by those few turns, once. */
  #matters(turn: number): boolean {
    if (isProductionTurn(turn)) return true;
    for (const mount of this.#mounts()) if (mount.audience.hasListenersAt(turn)) return true;
    return false;
  }

  #elapsedMs(): number {
    return this.#clock.monotonicMs() - this.#startMs;
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
  }
}
