import { expect, test } from 'vitest';
import { isProductionTick, TICKS_PER_ROUND, ticksInOpeningOrder } from './ticks.ts';

test('every tick of a round belongs to one group', () => {
  for (const first of [0, 3, 7]) {
    const ticks = ticksInOpeningOrder(first);
    expect(ticks.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: TICKS_PER_ROUND }, (_, tick) => tick),
    );
  }
});

test('the first groups are served when the timer wakes anyway, and streams share those ticks', () => {
  expect(ticksInOpeningOrder(0).slice(0, 4).every(isProductionTick)).toBe(true);
  const firsts = [0, 1, 2, 3].map((first) => ticksInOpeningOrder(first)[0]);
  expect(new Set(firsts).size).toBe(4);
});
