import { openDatabase } from '#src/db/open-database.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { Drain } from '#src/records/drain/drain.ts';
import { createStationData } from '#src/station/testing/station-data.ts';
import { createTestDatabase } from './test-database.ts';

/** A database of its own, a station, and drains of its journal and catalogue by a clock that the test moves. */
export async function openDrainedStation(nowMs: number) {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase());
  const db = stack.use(await openDatabase(database.options));
  const data = stack.use(await createStationData());
  const clock = new ManualClock(nowMs);
  const log: string[] = [];
  const logger = createLogger({ level: 'info', part: 'test', to: { write: (line) => void log.push(line) } });
  const believed = { nowMs: async () => clock.nowMs(), latestMs: async () => clock.nowMs() };
  const newDrain = () => stack.use(new Drain({ db, folder: data.folder, clock, logger, believed }));
  return { stack, db, data, clock, log, logger, believed, newDrain };
}
