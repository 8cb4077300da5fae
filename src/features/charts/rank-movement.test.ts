import { expect, test } from 'vitest';
import { rankMovement } from './rank-movement.ts';

test('a smaller rank than before is a way up', () => {
  expect(rankMovement(1, 4)).toEqual({ kind: 'up', places: 3 });
  expect(rankMovement(7, 5)).toEqual({ kind: 'down', places: 2 });
  expect(rankMovement(2, 2)).toEqual({ kind: 'same' });
  expect(rankMovement(2, null)).toEqual({ kind: 'new' });
});
