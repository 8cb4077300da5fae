import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChartScore, candidatesFor, compareScores, rulesOf } from './chart-rules.ts';

const score = (plays: number, likes = 0): ChartScore => ({ plays, likes });

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

test('nobody outside the candidates could stand in the first places, whatever the titles are', () => {
  const scores = fc.array(fc.tuple(fc.nat(5), fc.nat(2)), { maxLength: 60 });
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 20 }), (drawn, count) => {
      const all = new Map(drawn.map(([plays, likes], id) => [id, score(plays, likes)]));
      const chosen = new Set(candidatesFor(count, all));
      const places = [...all].sort(([, a], [, b]) => compareScores(a, b)).slice(0, count);
      expect(chosen.size).toBeGreaterThanOrEqual(places.length);
      const last = places.at(-1)?.[1];
      for (const [id, one] of all)
        expect(chosen.has(id)).toBe(last !== undefined && compareScores(one, last) <= 0);
    }),
  );
});
