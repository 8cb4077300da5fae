import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { correctLoudness, planLoudness } from './loudness-policy.ts';

describe('audio', () => {
  it('that is loud enough without limiting gets gain alone', () => {
    expect(planLoudness({ integratedLufs: -9, truePeakDb: 0.5 })).toEqual({
      gainDb: expect.closeTo(-6.55),
      ceilingDb: null,
    });
  });

  it('whose peaks would come too near gets a limiter that leaves the encoder room', () => {
    const plan = planLoudness({ integratedLufs: -24, truePeakDb: -3 });
    expect(plan.gainDb).toBeCloseTo(8.45);
    expect(plan.ceilingDb).toBeLessThan(-1);
  });
});

describe('a rendering', () => {
  const source = { integratedLufs: -20, truePeakDb: -6 };
  const tried = planLoudness(source);

  it('within 0.3 LU and under -1 dBTP is kept', () => {
    expect(correctLoudness(source, tried, { integratedLufs: -16.29, truePeakDb: -1 })).toBeNull();
    expect(correctLoudness(source, tried, { integratedLufs: -15.71, truePeakDb: -2 })).toBeNull();
  });

  it('that came out too quiet gets what was missing', () => {
    const better = correctLoudness(source, tried, { integratedLufs: -16.9, truePeakDb: -3 });
    expect(better?.gainDb).toBeCloseTo(tried.gainDb + 0.9);
  });

  it('whose peaks came out too high gets a ceiling below where they were', () => {
    const better = correctLoudness(source, tried, { integratedLufs: -16, truePeakDb: -0.2 });
    expect(better?.gainDb).toBeCloseTo(tried.gainDb);
    expect(better?.ceilingDb).toBeLessThan(source.truePeakDb + tried.gainDb - 0.8);
  });

  it('reaches its aim whatever the encoder and the limiter do, when they do the same each time', () => {
    const level = fc.record({
      integratedLufs: fc.double({ min: -50, max: -5, noNaN: true }),
      crestDb: fc.double({ min: 3, max: 14, noNaN: true }),
      overshootDb: fc.double({ min: 0, max: 3, noNaN: true }),
      lossDb: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(level, ({ integratedLufs, crestDb, overshootDb, lossDb }) => {
        const from = { integratedLufs, truePeakDb: integratedLufs + crestDb };
        let plan = planLoudness(from);
        for (let attempt = 0; attempt < 4; attempt += 1) {
          const peakDb = Math.min(from.truePeakDb + plan.gainDb, plan.ceilingDb ?? 99);
          const better = correctLoudness(from, plan, {
            integratedLufs: from.integratedLufs + plan.gainDb - lossDb,
            truePeakDb: peakDb - 0.45 + overshootDb,
          });
          if (!better) return true;
          plan = better;
        }
        return false;
      }),
    );
  });
});
