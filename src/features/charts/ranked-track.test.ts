import { expect, test } from 'vitest';
import { rankMovement } from './ranked-track.tsx';

test('a smaller rank than before is a way up', () => {
  expect(rankMovement(1, 4)).toEqual({ kind: 'up', ranks: 3 });
  expect(rankMovement(7, 5)).toEqual({ kind: 'down', ranks: 2 });
  expect(rankMovement(2, 2)).toEqual({ kind: 'same' });
  expect(rankMovement(2, null)).toEqual({ kind: 'new' });
});
