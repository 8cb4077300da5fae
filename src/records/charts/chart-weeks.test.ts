import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChartScore, candidatesFor, compareScores } from './chart-weeks.ts';

const score = (plays: number, likes = 0): ChartScore => ({ plays, likes });

test('plays go before likes', () => {
  expect([score(2, 9), score(3), score(3, 1)].toSorted(compareScores)).toEqual([
    score(3, 1),
    score(3),
    score(2, 9),
  ]);
});

test('nobody outside the candidates could stand in the first ranks, whatever the likes and titles are', () => {
  const drawn = fc.array(fc.nat(5), { maxLength: 60 });
  fc.assert(
    fc.property(drawn, fc.integer({ min: 1, max: 20 }), (counts, count) => {
      const plays = new Map(counts.map((times, id) => [id, times]));
      const chosen = new Set(candidatesFor(count, plays));
      const last = counts.toSorted((a, b) => b - a)[count - 1] ?? 0;
      for (const [id, times] of plays) expect(chosen.has(id)).toBe(times >= last);
      expect(chosen.size).toBeGreaterThanOrEqual(Math.min(count, counts.length));
    }),
  );
});
