import { expect, test } from 'vitest';
import { rulesOf } from './top20.server.ts';

const score = (plays: number, likes = 0) => ({ plays, likes });

test('each row says by which rule it stands where it stands', () => {
  expect(rulesOf([score(9), score(7, 3), score(7, 1), score(7, 1), score(2)])).toEqual([
    'plays',
    'plays',
    'likes',
    'title',
    'plays',
  ]);
});

test('a first row that has as many plays as the second owes its place to likes, or to its title', () => {
  expect(rulesOf([score(7, 3), score(7)])[0]).toBe('likes');
  expect(rulesOf([score(7), score(7)])[0]).toBe('title');
  expect(rulesOf([score(7)])).toEqual(['plays']);
});
