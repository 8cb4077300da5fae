import { expect, test, vi } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import { DatabaseClock } from '#src/db/database-clock.ts';
import { engineOf } from '#src/db/engine.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
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

test('[W183] a clock that is set changes no time of a web process, at that moment either', async () => {
  await using database = await createTestDatabase('migrated');
  await using db = await openDatabase(database.options);
  const logger = createLogger({ level: 'silent', part: 'test' });
  const own = new ManualClock(Date.now());
  using clock = await DatabaseClock.open({ db, clock: own, logger });
  const hoursApart = () => Math.round((clock.nowMs() - Date.now()) / HOUR_MS) + 0;
  const apart = [HOUR_MS, -2 * HOUR_MS, 0].map((byMs) => {
    own.setWallClock(Date.now() + byMs);
    return hoursApart();
  });
  expect(apart).toEqual(engineOf(db) === 'sqlite' ? [1, -2, 0] : [0, 0, 0]);
  // Nobody waits for the next comparison: time goes on by the database's clock all the same.
  own.setWallClock(Date.now() + HOUR_MS);
  await expect.poll(hoursApart).toBe(engineOf(db) === 'sqlite' ? 1 : 0);
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

test('a clock that was set gives whole milliseconds, which the database takes', async () => {
  await using database = await createTestDatabase('migrated');
  await using db = await openDatabase(database.options);
  const logger = createLogger({ level: 'silent', part: 'test' });
  let [setByMs, passedMs] = [0, 0.25];
  const own = { ...systemClock, nowMs: () => Date.now() + setByMs, monotonicMs: () => passedMs };
  using clock = await DatabaseClock.open({ db, clock: own, logger });
  setByMs = HOUR_MS;
  passedMs += 0.375;
  const nowMs = clock.nowMs();
  expect(nowMs).toBe(Math.round(nowMs));
  const expired = db.selectFrom('sessions').select('user_id').where('expires_ms', '<=', nowMs);
  expect(await expired.execute()).toEqual([]);
});

test('a database that was away when the clock was set is asked again after a second, by the next who wants the time', async () => {
  await using database = await createTestDatabase('migrated');
  const db = await openDatabase(database.options);
  const logger = createLogger({ level: 'silent', part: 'test' });
  const own = new ManualClock(Date.now());
  using clock = await DatabaseClock.open({ db, clock: own, logger });
  const isApart = engineOf(db) === 'postgres';
  await db.destroy();
  const asked = vi.spyOn(clock, 'compare');
  const wantOften = async () => {
    for (let time = 0; time < 10; time += 1) {
      clock.nowMs();
      await Promise.all(asked.mock.results.map(({ value }) => value));
    }
  };
  own.setWallClock(Date.now() + HOUR_MS);
  await wantOften();
  expect(asked).toHaveBeenCalledTimes(isApart ? 1 : 0);
  own.advance(1_000);
  await wantOften();
  expect(asked).toHaveBeenCalledTimes(isApart ? 2 : 0);
});
