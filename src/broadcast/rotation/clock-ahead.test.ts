import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#src/contract/durations.ts';
import { RotationMemory } from './rotation-memory.ts';
import { seededRandom } from './seeded-random.ts';
import { sampleLibrary } from './testing/sample-libraries.ts';
import { SIMULATED_START_MS, simulateRotation } from './testing/simulate-rotation.ts';

test('after a restart all tracks come as often, though a clock that was ahead has dated an hour later than all', () => {
  const records = sampleLibrary([4, 4, 4, 4, 4, 4, 4, 4, 4, 4]);
  const random = seededRandom(1);
  const plays = simulateRotation({ records, days: 5, random }).map(({ record, ...play }) => ({
    ...record,
    ...play,
  }));
  const restartMs = SIMULATED_START_MS + 5 * DAY_MS;
  const isEarly = ({ startedMs }: { startedMs: number }) => startedMs < SIMULATED_START_MS + HOUR_MS;
  // As the journal gives them: days by their names, and what is dated later than now as heard now.
  const memory = new RotationMemory();
  for (const play of plays.filter((one) => !isEarly(one))) memory.remember(play);
  for (const play of plays.filter(isEarly)) memory.remember({ ...play, startedMs: restartMs });

  const after = simulateRotation({ records, days: 1, random, startMs: restartMs, memory });
  const counts = records.map(({ id }) => after.filter(({ record }) => record.id === id).length);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
});
