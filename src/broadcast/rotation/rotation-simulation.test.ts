import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { seededRandom } from './seeded-random.ts';
import { faultsOf, rotationFigures } from './testing/rotation-figures.ts';
import {
  LIBRARY_KINDS,
  randomLibrary,
  SAMPLE_LIBRARIES,
  sampleLibrary,
  sampleTrack,
} from './testing/sample-libraries.ts';
import { simulateRotation } from './testing/simulate-rotation.ts';

function simulate(records: MediaRecord[], days: number, seed: number) {
  return rotationFigures(records, simulateRotation({ records, days, random: seededRandom(seed) }));
}

test.each(Object.entries(SAMPLE_LIBRARIES).filter(([, records]) => records.length < 1000))(
  '%s: each track has its share, and every artist their distance',
  (_name, records) => {
    expect(faultsOf(simulate(records, 10, 1))).toEqual([]);
  },
);

test('three tracks are no fixed circle', () => {
  expect(simulate(sampleLibrary([3]), 2, 1).differentOrders).toBeGreaterThan(1);
});

test('a mix of five hours has no more plays than each of twenty songs', () => {
  const records = [...sampleLibrary([3, 3, 3, 3, 3, 3, 2]), sampleTrack('DJ', 'Mix', 5 * 3600)];
  const { fewestPlays, mostPlays } = simulate(records, 30, 1);
  expect(fewestPlays).toBeGreaterThan(110);
  expect(mostPlays - fewestPlays).toBeLessThanOrEqual(2);
});

test('an order that comes again round after round is found in short pools too', () => {
  const records = sampleLibrary([20, 20]);
  const circle = Array.from({ length: 12 * records.length }, (_, at) => ({
    record: records[at % records.length] as MediaRecord,
    startedMs: at * 210_000,
    choice: { round: 0 },
  }));
  expect(rotationFigures(records, circle)).toMatchObject({ correlation: 1, correlationMost: 0.7 });
});

/** Where an artist has about half of a small pool, every other place is theirs and some gaps cannot but be short. */
const SMALL_POOLS_EVEN = 0.8;

test('so it is in any library, however its artists are mixed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 25 }),
      fc.integer(),
      (counts, seed) => {
        expect(faultsOf(simulate(sampleLibrary(counts), 4, seed), SMALL_POOLS_EVEN)).toEqual([]);
      },
    ),
    { numRuns: 30, seed: 1 },
  );
});

test.each(LIBRARY_KINDS)('so it is in random libraries: %s', (kind) => {
  for (let seed = 0; seed < 8; seed += 1) {
    const records = randomLibrary(kind, seededRandom(seed));
    expect(faultsOf(simulate(records, 10, seed + 1)), `seed ${seed}`).toEqual([]);
  }
});
