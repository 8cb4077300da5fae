import { expect, test } from 'vitest';
import { DatabaseClock } from '#src/db/database-clock.ts';
import { engineOf } from '#src/db/engine.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { createTestDatabase } from '../support/test-database.ts';

const OFF_MS = 30_000;

test('two machines whose clocks are a minute apart go by one time, and each is told', async () => {
  await using database = await createTestDatabase('migrated');
  await using db = await openDatabase(database.options);
  const told: string[] = [];
  const logger = createLogger({ level: 'info', part: 'test', to: { write: (line) => void told.push(line) } });
  const off = (byMs: number) => ({ ...systemClock, nowMs: () => Date.now() + byMs });
  using ahead = await DatabaseClock.open({ db, clock: off(OFF_MS), logger });
  using behind = await DatabaseClock.open({ db, clock: off(-OFF_MS), logger });
  using right = await DatabaseClock.open({ db, clock: systemClock, logger });
  await ahead.compare();
  const apartMs = ahead.nowMs() - behind.nowMs();
  if (engineOf(db) === 'sqlite') {
    // The embedded database is of this machine: there is no other clock.
    expect(apartMs).toBeGreaterThan(OFF_MS);
    expect(told).toEqual([]);
    return;
  }
  expect(Math.abs(apartMs)).toBeLessThan(OFF_MS);
  expect(Math.abs(ahead.nowMs() - right.nowMs())).toBeLessThan(OFF_MS);
  expect(told.map((line) => /is (behind|ahead of) the database's/.exec(line)?.[1])).toEqual([
    'ahead of',
    'behind',
  ]);
});

test('a database that does not answer leaves the clock as it was', async () => {
  await using database = await createTestDatabase('migrated');
  const db = await openDatabase(database.options);
  const logger = createLogger({ level: 'silent', part: 'test' });
  using clock = await DatabaseClock.open({ db, clock: systemClock, logger });
  await db.destroy();
  const beforeMs = Date.now();
  await clock.compare();
  expect(clock.nowMs()).toBeGreaterThanOrEqual(beforeMs);
});
