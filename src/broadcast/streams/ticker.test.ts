import { expect, test } from 'vitest';
import { TICK_MS, TICKS_PER_ROUND } from '#src/broadcast/listeners/ticks.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { type Ticked, Ticker } from './ticker.ts';

const ROUND_SECONDS = (TICKS_PER_ROUND * TICK_MS) / 1000;

/** A stream that notes when it is produced and served. */
class TestStream implements Ticked {
  /** The ticks of a round at which it has listeners. */
  readonly heardAt = new Set<number>();
  /** How often it was asked whom there is to serve at a tick. */
  asked = 0;
  fails = false;
  catchesUp = false;
  readonly producedMs: number[] = [];
  readonly servedMs: number[] = [];
  readonly #clock: ManualClock;

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  produceUntil(): void {
    if (this.fails) throw new Error('broken');
    this.producedMs.push(this.#clock.monotonicMs());
  }

  serve(): void {
    this.servedMs.push(this.#clock.monotonicMs());
  }

  hasListeners(): boolean {
    return this.heardAt.size > 0;
  }

  hasListenersAt(tick: number): boolean {
    this.asked += 1;
    return this.heardAt.has(tick % TICKS_PER_ROUND);
  }

  isCatchingUp(): boolean {
    return this.catchesUp;
  }
}

function openTicker(streamCount: number) {
  const clock = new ManualClock();
  const streams = Array.from({ length: streamCount }, () => new TestStream(clock));
  const errors: unknown[] = [];
  let wakes = 0;
  let stoodMs = 0;
  const ticker = new Ticker({
    clock: {
      nowMs: () => clock.nowMs(),
      monotonicMs: () => clock.monotonicMs() + stoodMs,
      every: (periodMs, callback) => clock.every(periodMs, callback),
      after: (delayMs, callback) =>
        clock.after(delayMs, () => {
          wakes += 1;
          callback();
        }),
    },
    frameClock: { dueFrame: () => clock.monotonicMs() },
    mounts: () => streams,
    onError: (error) => errors.push(error),
  });
  return {
    clock,
    ticker,
    errors,
    streams,
    /** Time passes, and no timer fires meanwhile. */
    standStill(ms: number) {
      stoodMs += ms;
    },
    stream: (at: number) => streams[at] ?? new TestStream(clock),
    wakesIn(ms: number): number {
      const before = wakes;
      clock.advance(ms);
      return wakes - before;
    },
    [Symbol.dispose]: () => ticker[Symbol.dispose](),
  };
}

test('a stream that fails stops neither the others nor itself for good', () => {
  using opened = openTicker(2);
  const { clock, errors } = opened;
  const [broken, other] = [opened.stream(0), opened.stream(1)];
  broken.fails = true;
  broken.heardAt.add(3);
  clock.advance(10_000);
  expect(errors.length).toBeGreaterThan(5);
  expect(broken.producedMs).toEqual([]);
  // What was on air before is heard all the same.
  expect(broken.servedMs.length).toBeGreaterThanOrEqual(3);
  broken.fails = false;
  clock.advance(10_000);
  expect(broken.producedMs.length).toBeGreaterThan(9);
  expect(other.producedMs.length).toBeGreaterThanOrEqual(20);
});

test('while nobody listens it wakes once a second for all streams', () => {
  using opened = openTicker(8);
  opened.clock.advance(1_000);
  expect(opened.wakesIn(60_000)).toBe(60);
  for (const { producedMs, asked } of opened.streams) {
    expect(producedMs.length).toBeGreaterThanOrEqual(60);
    // Looking at each tick of the second costs more than putting its frames on air.
    expect(asked).toBe(0);
  }
});

test('streams that nobody listens to cost no wake of their own beside one that is heard', () => {
  using opened = openTicker(8);
  for (const tick of [7, 27, 47]) opened.stream(2).heardAt.add(tick);
  opened.clock.advance(5_000);
  expect(opened.wakesIn(60_000)).toBe(60);
  for (const { producedMs } of opened.streams) {
    const gaps = producedMs.slice(1).map((atMs, before) => atMs - (producedMs[before] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1_000);
  }
});

test('each listener is served once a round, right after the due frames were put on air', () => {
  using opened = openTicker(2);
  const stream = opened.stream(1);
  stream.heardAt.add(13);
  opened.clock.advance(10 * ROUND_SECONDS * 1_000);
  expect(stream.servedMs).toHaveLength(10);
  for (const atMs of stream.servedMs) expect(stream.producedMs).toContain(atMs);
});

test('after a standstill each group is served once', () => {
  using opened = openTicker(1);
  const stream = opened.stream(0);
  stream.heardAt.add(13).add(40);
  opened.clock.advance(ROUND_SECONDS * 1_000);
  const before = stream.servedMs.length;
  opened.standStill(60_000);
  while (stream.servedMs.length === before) opened.clock.advance(TICK_MS);
  expect(stream.servedMs.length - before).toBe(2);
});

test('after a standstill one tick is served in a turn: whoever comes meanwhile does not wait for all', () => {
  using opened = openTicker(1);
  const stream = opened.stream(0);
  for (let tick = 0; tick < TICKS_PER_ROUND; tick += 2) stream.heardAt.add(tick);
  opened.clock.advance(10 * TICK_MS);
  opened.standStill(ROUND_SECONDS * 1_000);
  const before = stream.servedMs.length;
  const turns = opened.wakesIn(2 * TICK_MS);
  const served = stream.servedMs.length - before;
  expect(served).toBeGreaterThanOrEqual(TICKS_PER_ROUND / 2);
  expect(served).toBeLessThanOrEqual(TICKS_PER_ROUND / 2 + 2);
  expect(turns).toBeGreaterThanOrEqual(served);
});

test('who joins finds the sound of now, and is served at the group’s next tick, whatever the timer slept for', () => {
  using opened = openTicker(1);
  const { clock, ticker } = opened;
  const stream = opened.stream(0);
  clock.advance(10_500);
  ticker.expect(stream);
  const joinedMs = clock.monotonicMs();
  expect(stream.producedMs.at(-1)).toBe(joinedMs);
  const tick = joinedMs / TICK_MS + 2;
  stream.heardAt.add(tick % TICKS_PER_ROUND);
  clock.advance(3 * TICK_MS);
  expect(stream.servedMs).toEqual([(tick + 1) * TICK_MS]);
});

test('of many who join at once only the first one has the due frames put on air', () => {
  using opened = openTicker(1);
  const stream = opened.stream(0);
  opened.clock.advance(10_500);
  const before = stream.producedMs.length;
  for (let count = 0; count < 100; count += 1) opened.ticker.expect(stream);
  expect(stream.producedMs).toHaveLength(before + 1);
  expect(opened.wakesIn(TICK_MS)).toBe(1);
});

test('while somebody catches up, slices go out four times a second', () => {
  using opened = openTicker(2);
  const stream = opened.stream(0);
  stream.catchesUp = true;
  opened.clock.advance(2_000);
  const before = stream.producedMs.length;
  opened.clock.advance(10_000);
  expect(stream.producedMs).toHaveLength(before + 40);
});
