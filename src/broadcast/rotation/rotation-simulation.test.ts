import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultsOf, ROTATION_GOALS, rotationFigures } from './testing/rotation-figures.ts';
import { SAMPLE_LIBRARIES, sampleLibrary } from './testing/sample-libraries.ts';
import { seededRandom, simulateRotation } from './testing/simulate-rotation.ts';

function simulate(counts: readonly number[], days: number, seed: number) {
  const records = sampleLibrary(counts);
  return rotationFigures(records, simulateRotation({ records, days, random: seededRandom(seed) }));
}

test.each(Object.entries(SAMPLE_LIBRARIES).filter(([, counts]) => counts.length < 1000))(
  '%s: each track has its share, and every artist their distance',
  (_name, counts) => {
    expect(faultsOf(simulate(counts, 10, 1))).toEqual([]);
  },
);

test('three tracks are no fixed circle', () => {
  expect(simulate([3], 2, 1).differentOrders).toBeGreaterThan(1);
});

/** Where an artist has about half of a small pool, every other place is theirs and some gaps cannot but be short. */
const SMALL_POOLS = { ...ROTATION_GOALS, evenGaps: 0.8 };

test('so it is in any library, however its artists are mixed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 25 }),
      fc.integer(),
      (counts, seed) => {
        expect(faultsOf(simulate(counts, 4, seed), SMALL_POOLS)).toEqual([]);
      },
    ),
    { numRuns: 30, seed: 1 },
  );
});
