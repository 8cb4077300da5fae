import {
  isIdleProductionTick,
  isProductionTick,
  TICK_MS,
  TICKS_PER_ROUND,
} from '#src/broadcast/listeners/ticks.ts';
import type { FrameClock } from '#src/broadcast/timeline/frame-clock.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

/** The ticker's view of a stream. */
export interface Ticked {
  produceUntil(dueFrame: number): void;
  serve(tick: number): void;
  hasListenersAt(tick: number): boolean;
  hasListeners(): boolean;
}

interface TickerOptions {
  clock: Clock;
  frameClock: Pick<FrameClock, 'dueFrame'>;
  mounts: () => Iterable<Ticked>;
  onError: (error: unknown) => void;
}

/**
 * The one timer of all streams: puts the due frames on air, then serves the groups whose tick has come. It
 * sleeps over ticks without a group to serve, and for a second while nobody listens at all. Missed ticks are
 * made up for, so that every listener is served once a round. A stream that fails is left out this time and
 * tried again at the next tick; the others are not affected.
 */
export class Ticker implements Disposable {
  readonly #options: TickerOptions;
  readonly #startMs: number;
  #timer: Disposable;
  #ticksServed = 0;

  constructor(options: TickerOptions) {
    this.#options = options;
    this.#startMs = this.#options.clock.monotonicMs();
    this.#timer = this.#sleep();
  }

  /** Call it before somebody joins: it puts on air what is due, and keeps a listener's pace from here on. */
  wake(): void {
    if (this.#isAnybodyThere()) return;
    this.#timer[Symbol.dispose]();
    this.#run(true);
  }

  #run(isForListeners = this.#isAnybodyThere()): void {
    const ticks = Math.floor(this.#elapsedMs() / TICK_MS);
    // The last round is enough of an hour without listeners: each group is then up to date.
    const firstTick = isForListeners ? Math.max(this.#ticksServed, ticks - TICKS_PER_ROUND) : ticks;
    const dueFrame = this.#options.frameClock.dueFrame();
    for (const mount of this.#options.mounts()) {
      try {
        if (!isForListeners) mount.produceUntil(dueFrame);
        for (let tick = firstTick; tick < ticks; tick += 1) {
          if (isProductionTick(tick)) mount.produceUntil(dueFrame);
          mount.serve(tick);
        }
      } catch (error) {
        this.#options.onError(error);
      }
    }
    if (isForListeners) this.#ticksServed = ticks;
    this.#timer = this.#sleep(ticks, isForListeners);
  }

  #sleep(from = 0, isForListeners = false): Disposable {
    let tick = from;
    const producesAt = isForListeners ? isProductionTick : isIdleProductionTick;
    while (!producesAt(tick) && !this.#isServedAt(tick)) tick += 1;
    const delayMs = (tick + 1) * TICK_MS - this.#elapsedMs();
    return this.#options.clock.after(Math.max(0, Math.ceil(delayMs)), () => this.#run());
  }

  /**
   * Whether a group is served at the tick. A listener who joins before the next production may be served
   * those few ticks late, once.
   */
  #isServedAt(tick: number): boolean {
    for (const mount of this.#options.mounts()) if (mount.hasListenersAt(tick)) return true;
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
