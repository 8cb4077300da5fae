import { expect, test } from 'vitest';
import { isProductionTurn, TURNS_PER_ROUND, turnsInOpeningOrder } from './turns.ts';

test('every turn of a round belongs to one group', () => {
  for (const first of [0, 3, 7]) {
    const turns = turnsInOpeningOrder(first);
    expect(turns.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: TURNS_PER_ROUND }, (_, turn) => turn),
    );
  }
});

test('the first groups are served when the timer wakes anyway, and streams share those turns', () => {
  expect(turnsInOpeningOrder(0).slice(0, 4).every(isProductionTurn)).toBe(true);
  const firsts = [0, 1, 2, 3].map((first) => turnsInOpeningOrder(first)[0]);
  expect(new Set(firsts).size).toBe(4);
});
