import { expect, test } from 'vitest';
import { TICKS_PER_PRODUCTION, TICKS_PER_ROUND, ticksInOpeningOrder } from './ticks.ts';

const STREAMS = [0, 1, 2, 3, 4, 5, 6, 7];

test('every tick of a round belongs to one group', () => {
  for (const order of STREAMS) {
    const ticks = ticksInOpeningOrder(order);
    expect(ticks.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: TICKS_PER_ROUND }, (_, tick) => tick),
    );
  }
});

test('the first groups of a stream are served a second apart, at the wakes of its productions', () => {
  for (const order of STREAMS) {
    const first = ticksInOpeningOrder(order).slice(0, 3);
    expect(new Set(first.map((tick) => tick % TICKS_PER_PRODUCTION)).size).toBe(1);
    expect(new Set(first).size).toBe(3);
  }
});

test('no two streams begin at the same tick', () => {
  expect(new Set(STREAMS.map((order) => ticksInOpeningOrder(order)[0])).size).toBe(STREAMS.length);
});
