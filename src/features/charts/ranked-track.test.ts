import { expect, test } from 'vitest';
import { isCompared, rankMovement } from './ranked-track.tsx';

test('a smaller rank than before is a way up', () => {
  expect(rankMovement(1, 4)).toEqual({ kind: 'up', ranks: 3 });
  expect(rankMovement(7, 5)).toEqual({ kind: 'down', ranks: 2 });
  expect(rankMovement(2, 2)).toEqual({ kind: 'same' });
  expect(rankMovement(2, null)).toEqual({ kind: 'new' });
});

test('without a chart of the week before no track is new', () => {
  const [ranked, newcomer] = [{ previous_rank: 4 }, { previous_rank: null }];
  expect(isCompared([newcomer, ranked])).toBe(true);
  expect(isCompared([newcomer, newcomer])).toBe(false);
  expect(isCompared([])).toBe(false);
});
