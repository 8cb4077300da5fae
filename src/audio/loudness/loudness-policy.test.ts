import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Attempt, bestAttempt, correctLoudness, planLoudness } from './loudness-policy.ts';

describe('audio', () => {
  test('that is loud enough without limiting gets gain alone', () => {
    expect(planLoudness({ integratedLufs: -9, truePeakDb: 0.5 })).toEqual({
      gainDb: expect.closeTo(-6.55),
      ceilingDb: null,
    });
  });

  test('whose peaks would come too near gets a limiter that leaves the encoder room', () => {
    const plan = planLoudness({ integratedLufs: -24, truePeakDb: -3 });
    expect(plan.gainDb).toBeCloseTo(8.45);
    expect(plan.ceilingDb).toBeLessThan(-1);
  });
});

describe('a rendering', () => {
  const source = { integratedLufs: -20, truePeakDb: -6 };
  const plan = planLoudness(source);
  const afterOne = (integratedLufs: number, truePeakDb: number) =>
    correctLoudness(source, [{ plan, result: { integratedLufs, truePeakDb } }]);

  test('within 0.3 LU and under -1 dBTP is kept', () => {
    expect(afterOne(-16.29, -1)).toBeNull();
    expect(afterOne(-15.71, -2)).toBeNull();
  });

  test('that came out too quiet gets what was missing', () => {
    expect(afterOne(-16.9, -3)?.gainDb).toBeCloseTo(plan.gainDb + 0.9);
  });

  test('whose peaks came out too high gets a ceiling below where they were', () => {
    const better = afterOne(-16, -0.2);
    expect(better?.gainDb).toBeCloseTo(plan.gainDb);
    expect(better?.ceilingDb).toBeLessThan(source.truePeakDb + plan.gainDb - 0.8);
  });

  test('that the limiter holds down gets more gain the less it helped', () => {
    const attempts = [
      { plan: { gainDb: 2, ceilingDb: -1.5 }, result: { integratedLufs: -17, truePeakDb: -1.2 } },
      { plan: { gainDb: 3, ceilingDb: -1.5 }, result: { integratedLufs: -16.75, truePeakDb: -1.2 } },
    ];
    expect(correctLoudness({ integratedLufs: -19, truePeakDb: 0 }, attempts)?.gainDb).toBeCloseTo(6);
  });

  test('that the limiter keeps too quiet, its peaks lower than need be, gets a higher ceiling too', () => {
    const better = correctLoudness(source, [
      { plan: { gainDb: 5, ceilingDb: -1.55 }, result: { integratedLufs: -16.7, truePeakDb: -1.6 } },
    ]);
    expect(better?.ceilingDb).toBeCloseTo(-1.05);
  });

  test('that more gain only makes quieter is left as it is, and the best one kept', () => {
    const attempts = [
      { plan: { gainDb: 1, ceilingDb: -1.5 }, result: { integratedLufs: -16.6, truePeakDb: -1.2 } },
      { plan: { gainDb: 2, ceilingDb: -1.5 }, result: { integratedLufs: -16.7, truePeakDb: -1.2 } },
    ];
    expect(correctLoudness({ integratedLufs: -17, truePeakDb: 0 }, attempts)).toBeNull();
    expect(bestAttempt(attempts)).toBe(attempts[0]);
  });

  test('whose peaks are right is better than one whose loudness is', () => {
    const attempts = [
      { plan, result: { integratedLufs: -16, truePeakDb: -0.9 } },
      { plan, result: { integratedLufs: -17, truePeakDb: -1.1 } },
    ];
    expect(bestAttempt(attempts)).toBe(attempts[1]);
  });

  test('reaches its aim within four attempts, when encoder and limiter do the same each time', () => {
    const material = fc.record({
      integratedLufs: fc.double({ min: -50, max: -5, noNaN: true }),
      crestDb: fc.double({ min: 3, max: 14, noNaN: true }),
      overshootDb: fc.double({ min: 0, max: 3, noNaN: true }),
      lossDb: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(material, ({ integratedLufs, crestDb, overshootDb, lossDb }) => {
        const from = { integratedLufs, truePeakDb: integratedLufs + crestDb };
        const attempts: Attempt[] = [];
        for (let next = correctLoudness(from, attempts); next; next = correctLoudness(from, attempts)) {
          const peakDb = Math.min(from.truePeakDb + next.gainDb, next.ceilingDb ?? Number.POSITIVE_INFINITY);
          const result = {
            integratedLufs: from.integratedLufs + next.gainDb - lossDb,
            truePeakDb: peakDb - 0.45 + overshootDb,
          };
          attempts.push({ plan: next, result });
          if (attempts.length > 4) return false;
        }
        return true;
      }),
    );
  });
});
