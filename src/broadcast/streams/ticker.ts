import {
  TICK_MS,
  TICKS_PER_PRODUCTION,
  TICKS_PER_ROUND,
  TICKS_PER_SLICE,
} from '#src/broadcast/listeners/ticks.ts';
import type { FrameClock } from '#src/broadcast/timeline/frame-clock.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

/** The ticker's view of a stream. */
export interface Ticked {
  produceUntil(dueFrame: number): void;
  serve(tick: number): void;
  hasListeners(): boolean;
  hasListenersAt(tick: number): boolean;
  isCatchingUp(): boolean;
}

interface TickerOptions {
  clock: Clock;
  frameClock: Pick<FrameClock, 'dueFrame'>;
  mounts: () => Iterable<Ticked>;
  onError: (error: unknown) => void;
}

/**
 * The one timer of all streams. A stream's due frames are put on air right before a group of it is served,
 * and once a second where none is; the timer sleeps until the next of either. Missed ticks are made up for,
 * so that every listener is served once a round, one tick in a turn of the event loop: whoever joins then waits
 * for the writes of one. A stream that fails is tried again at its next time; the others are not affected.
 */
export class Ticker implements Disposable {
  readonly #options: TickerOptions;
  readonly #startMs: number;
  /** The number of ticks that had passed when a stream's frames were last put on air. */
  readonly #producedAt = new Map<Ticked, number>();
  #served = 0;
  /** The number of ticks that will have passed when the timer wakes. */
  #wakesAt = 1;
  #timer: Disposable;

  constructor(options: TickerOptions) {
    this.#options = options;
    this.#startMs = this.#options.clock.monotonicMs();
    this.#timer = this.#sleepUntil(1);
  }

  /**
   * Call it before somebody joins the stream: it puts on air what is due, unless that is next to nothing, and
   * has the timer look soon whom there is to serve.
   */
  expect(mount: Ticked): void {
    const ticks = this.#ticks();
    if (this.#isOld(mount, ticks)) this.#produce(mount, ticks);
    if (this.#wakesAt <= ticks + 1) return;
    this.#timer[Symbol.dispose]();
    this.#timer = this.#sleepUntil(ticks + 1);
  }

  #run(): void {
    const ticks = this.#ticks();
    const mounts = [...this.#options.mounts()];
    const first = Math.max(this.#served, ticks - TICKS_PER_ROUND);
    const missed = mounts.flatMap((mount) => servedTicks(mount, first, ticks).slice(0, 1));
    const tick = missed.length === 0 ? null : Math.min(...missed);
    this.#served = tick === null ? ticks : tick + 1;
    for (const mount of mounts) {
      const isServed = tick !== null && mount.hasListenersAt(tick);
      // A wake takes every stream along, so that those that nobody listens to have none of their own.
      if (isServed || this.#isOld(mount, ticks)) this.#produce(mount, ticks);
      if (isServed) this.#try(() => mount.serve(tick));
    }
    this.#timer = this.#sleepUntil(this.#nextWake(ticks));
  }

  #produce(mount: Ticked, ticks: number): void {
    this.#producedAt.set(mount, ticks);
    this.#try(() => mount.produceUntil(this.#options.frameClock.dueFrame()));
  }

  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** The number of ticks after which something is to be done: tick `n` is over when `n + 1` have passed. */
  #nextWake(ticks: number): number {
    let next = ticks + TICKS_PER_PRODUCTION;
    for (const mount of this.#options.mounts()) {
      next = Math.min(next, this.#nextProduction(mount));
      const [served] = servedTicks(mount, this.#served, next - 1);
      if (served !== undefined) next = served + 1;
    }
    return next;
  }

  #nextProduction(mount: Ticked): number {
    return this.#lastProduction(mount) + (mount.isCatchingUp() ? TICKS_PER_SLICE : TICKS_PER_PRODUCTION);
  }

  #isOld(mount: Ticked, ticks: number): boolean {
    return ticks - this.#lastProduction(mount) >= TICKS_PER_SLICE;
  }

  #lastProduction(mount: Ticked): number {
    return this.#producedAt.get(mount) ?? Number.NEGATIVE_INFINITY;
  }

  #sleepUntil(ticks: number): Disposable {
    this.#wakesAt = ticks;
    const delayMs = ticks * TICK_MS - this.#elapsedMs();
    return this.#options.clock.after(Math.max(0, Math.ceil(delayMs)), () => this.#run());
  }

  #ticks(): number {
    return Math.floor(this.#elapsedMs() / TICK_MS);
  }

  #elapsedMs(): number {
    return this.#options.clock.monotonicMs() - this.#startMs;
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
  }
}

/** The ticks from `first` up to `end` at which somebody is served; where nobody listens, none is looked at. */
function servedTicks(mount: Ticked, first: number, end: number): number[] {
  if (!mount.hasListeners()) return [];
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at).filter((tick) =>
    mount.hasListenersAt(tick),
  );
}
