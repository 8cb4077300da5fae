import {
  isIdleProductionTurn,
  isProductionTurn,
  TURN_MS,
  TURNS_PER_ROUND,
} from '#src/broadcast/listeners/turns.ts';
import type { FrameClock } from '#src/broadcast/timeline/frame-clock.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

/** The ticker's view of a stream. */
export interface Ticked {
  produceUntil(dueFrame: number): void;
  serve(turn: number): void;
  hasListenersAt(turn: number): boolean;
  hasListeners(): boolean;
}

interface TickerOptions {
  clock: Clock;
  frameClock: Pick<FrameClock, 'dueFrame'>;
  mounts: () => Iterable<Ticked>;
  onError: (error: unknown) => void;
}

/**
 * The one timer of all streams: puts the due frames on air, then serves the groups whose turn has come. It sleeps over
 * turns without a group to serve, and for a second while nobody listens at all; turns that it missed are made up for, so
 * that every listener is served once a round.
 * A stream that fails is left out this time and asked again at the next one; the others are not affected.
 */
export class Ticker implements Disposable {
  readonly #options: TickerOptions;
  readonly #startMs: number;
  #timer: Disposable;
  #turnsServed = 0;

  constructor(options: TickerOptions) {
    this.#options = options;
    this.#startMs = this.#options.clock.monotonicMs();
    this.#timer = this.#sleep();
  }

  /** Call it before somebody joins: what is due is put on air now, and the pace is that of listeners from here on. */
  wake(): void {
    if (this.#isAnybodyThere()) return;
    this.#timer[Symbol.dispose]();
    this.#tick(true);
  }

  #tick(isForListeners = this.#isAnybodyThere()): void {
    const turns = Math.floor(this.#elapsedMs() / TURN_MS);
    // Of an hour without listeners the last round is enough: each group is then up to date.
    const firstTurn = isForListeners ? Math.max(this.#turnsServed, turns - TURNS_PER_ROUND) : turns;
    const dueFrame = this.#options.frameClock.dueFrame();
    for (const mount of this.#options.mounts()) {
      try {
        if (!isForListeners) mount.produceUntil(dueFrame);
        for (let turn = firstTurn; turn < turns; turn += 1) {
          if (isProductionTurn(turn)) mount.produceUntil(dueFrame);
          mount.serve(turn);
        }
      } catch (error) {
        this.#options.onError(error);
      }
    }
    if (isForListeners) this.#turnsServed = turns;
    this.#timer = this.#sleep(turns, isForListeners);
  }

  #sleep(from = 0, isForListeners = false): Disposable {
    let turn = from;
    const producesAt = isForListeners ? isProductionTurn : isIdleProductionTurn;
    while (!producesAt(turn) && !this.#isServedAt(turn)) turn += 1;
    const delayMs = (turn + 1) * TURN_MS - this.#elapsedMs();
    return this.#options.clock.after(Math.max(0, Math.ceil(delayMs)), () => this.#tick());
  }

  /** A listener who joins before the next production may be served late by those few turns, once. */
  #isServedAt(turn: number): boolean {
    for (const mount of this.#options.mounts()) if (mount.hasListenersAt(turn)) return true;
    return false;
  }

  #isAnybodyThere(): boolean {
    for (const mount of this.#options.mounts()) if (mount.hasListeners()) return true;
    return false;
  }

  #elapsedMs(): number {
    return this.#options.clock.monotonicMs() - this.#startMs;
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
  }
}
