import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#src/contract/durations.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { BelievedNow } from '#src/records/believed/believed-now.ts';
import { Drain } from '#src/records/drain/drain.ts';
import { createStationData, journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { createTestDatabase } from '../support/test-database.ts';

const NOON_MS = Date.UTC(2026, 10, 21, 12);

async function setUp() {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase());
  const db = stack.use(await openDatabase(database.options));
  const data = stack.use(await createStationData());
  const told: string[] = [];
  const logger = createLogger({ level: 'info', part: 'test', to: { write: (line) => void told.push(line) } });
  /** What a process knows: a clock of its own, whose monotonic time begins with it. */
  const startProcess = (wallMs: number) => {
    const clock = new ManualClock(wallMs);
    const believed = new BelievedNow({ db, clock, logger, journalFolder: data.folder.journal });
    /** Looks each hour, as the sweep does. */
    const pass = async (hours: number) => {
      let last: number | null = null;
      for (let hour = 0; hour < hours; hour++) {
        clock.advance(HOUR_MS);
        last = await believed.nowMs();
      }
      return last;
    };
    return { clock, believed, pass };
  };
  return { db, data, told, logger, startProcess, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test('a clock that goes on is believed, for as long as it goes', async () => {
  await using set = await setUp();
  const { believed, pass } = set.startProcess(NOON_MS);
  expect(await believed.nowMs()).toBe(NOON_MS);
  expect(await pass(24 * 400)).toBe(NOON_MS + 400 * DAY_MS);
  expect(set.told).toEqual([]);
});

test('what could not be written down is written at the next look', async () => {
  await using set = await setUp();
  let isAway = true;
  const db = set.db.withPlugin({
    transformQuery({ node }) {
      if (isAway && node.kind === 'InsertQueryNode') throw new Error('the database cannot answer');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const { logger, data } = set;
  const clock = new ManualClock(NOON_MS);
  const believed = new BelievedNow({ db, clock, logger, journalFolder: data.folder.journal });
  await expect(believed.nowMs()).rejects.toThrow('cannot answer');
  isAway = false;
  await believed.nowMs();
  const rows = await set.db.selectFrom('believed_time').select('believed_ms').execute();
  expect(rows).toEqual([{ believed_ms: NOON_MS }]);
});

test('a clock that jumped ahead is not believed, said once, and believed again when it is back', async () => {
  await using set = await setUp();
  const { clock, believed, pass } = set.startProcess(NOON_MS);
  await pass(3);
  clock.setWallClock(NOON_MS + 400 * DAY_MS);
  for (let look = 0; look < 5; look++) expect(await believed.nowMs()).toBeNull();
  expect(set.told).toHaveLength(1);
  expect(set.told[0]).toContain('set the clock right');
  clock.setWallClock(NOON_MS + 3 * HOUR_MS);
  expect(await believed.nowMs()).toBe(NOON_MS + 3 * HOUR_MS);
  expect(set.told).toHaveLength(2);
});

test('a process that starts while the clock is ahead believes no more than the one before it', async () => {
  await using set = await setUp();
  await set.startProcess(NOON_MS).pass(1);
  const ahead = set.startProcess(NOON_MS + 400 * DAY_MS);
  expect(await ahead.believed.nowMs()).toBeNull();
  // What the wrong clock writes is no witness for it.
  const track = mediaRecord(1, 'Éole', 'Marée');
  await set.data.play(journalEntry(track, 'dance', NOON_MS + 400 * DAY_MS));
  expect(await set.startProcess(NOON_MS + 400 * DAY_MS).believed.nowMs()).toBeNull();
  expect(await set.startProcess(NOON_MS + 2 * HOUR_MS).believed.nowMs()).toBe(NOON_MS + 2 * HOUR_MS);
});

test('a clock that goes on for a day is believed: the station was off, or was wrong before', async () => {
  await using set = await setUp();
  await set.startProcess(NOON_MS).pass(1);
  const { pass, clock, believed } = set.startProcess(NOON_MS + 30 * DAY_MS);
  await believed.nowMs();
  expect(await pass(23)).toBeNull();
  expect(await pass(1)).toBe(NOON_MS + 31 * DAY_MS);
  // By leaps of more than a day: it begins anew.
  clock.setWallClock(NOON_MS + 90 * DAY_MS);
  expect(await pass(20)).toBeNull();
  clock.setWallClock(NOON_MS + 95 * DAY_MS);
  expect(await pass(23)).toBeNull();
});

test('a machine that is off or asleep each night is believed on the day after it was off for longer [W120]', async () => {
  await using set = await setUp();
  await set.startProcess(NOON_MS).pass(1);
  const days = [3, 4, 5, 6].map((day) => NOON_MS + day * DAY_MS);
  const off: (number | null)[] = [];
  for (const ms of days) off.push(await set.startProcess(ms).pass(10));
  expect(off).toEqual([null, ...days.slice(1).map((ms) => ms + 10 * HOUR_MS)]);
  const { clock, pass } = set.startProcess(NOON_MS);
  const asleep: (number | null)[] = [];
  for (const day of [16, 17, 18, 21, 22]) {
    clock.setWallClock(NOON_MS + day * DAY_MS);
    asleep.push(await pass(10));
  }
  const believed = (day: number) => NOON_MS + day * DAY_MS + 10 * HOUR_MS;
  expect(asleep).toEqual([null, believed(17), believed(18), null, believed(22)]);
});

test('a clock that was set right is doubted for a whole day when it runs ahead again [W120]', async () => {
  await using set = await setUp();
  await set.startProcess(NOON_MS).pass(1);
  const aheadMs = NOON_MS + 400 * DAY_MS;
  expect(await set.startProcess(aheadMs).believed.nowMs()).toBeNull();
  expect(await set.startProcess(NOON_MS + 12 * HOUR_MS).believed.nowMs()).not.toBeNull();
  expect(await set.startProcess(aheadMs + DAY_MS).believed.nowMs()).toBeNull();
});

test('of two machines the one whose clock runs ahead is not believed while the other is [W120]', async () => {
  await using set = await setUp();
  const right = set.startProcess(NOON_MS);
  const ahead = set.startProcess(NOON_MS + 400 * DAY_MS);
  for (let hours = 1; hours < 50; hours++) {
    expect(await right.pass(1)).toBe(NOON_MS + hours * HOUR_MS);
    expect(await ahead.pass(1)).toBeNull();
  }
});

test('two machines whose clocks differ by seconds are believed together after they were off [W120]', async () => {
  await using set = await setUp();
  await set.startProcess(NOON_MS).pass(1);
  const [one, other] = [NOON_MS, NOON_MS - 3_000].map((ms) => set.startProcess(ms + 30 * DAY_MS));
  const seen: boolean[] = [];
  for (let hours = 1; hours <= 26; hours++)
    for (const machine of [one, other]) seen.push((await machine?.pass(1)) !== null);
  expect(seen).toEqual([...Array<boolean>(2 * 24).fill(false), ...Array<boolean>(4).fill(true)]);
});

test('by a clock that is behind little is deleted, and a day later it is the measure', async () => {
  await using set = await setUp();
  await set.startProcess(NOON_MS).pass(1);
  const behind = set.startProcess(NOON_MS - 300 * DAY_MS);
  expect(await behind.believed.nowMs()).toBe(NOON_MS - 300 * DAY_MS);
  // At once set right: nothing was learnt from the wrong time.
  behind.clock.setWallClock(NOON_MS + 2 * HOUR_MS);
  expect(await behind.believed.nowMs()).toBe(NOON_MS + 2 * HOUR_MS);
  behind.clock.setWallClock(NOON_MS - 300 * DAY_MS);
  await behind.pass(25);
  behind.clock.setWallClock(NOON_MS);
  expect(await behind.believed.nowMs()).toBeNull();
});

test('a database of an earlier version has plays, sessions and journal for its witnesses', async () => {
  await using set = await setUp();
  await set.data.play(journalEntry(mediaRecord(1, 'Éole', 'Marée'), 'dance', NOON_MS));
  expect(await set.startProcess(NOON_MS + 400 * DAY_MS).believed.nowMs()).toBeNull();
});

test('a day of the journal is not removed by a clock that is ahead', async () => {
  await using set = await setUp();
  const { clock, believed } = set.startProcess(NOON_MS);
  await using drain = new Drain({ db: set.db, folder: set.data.folder, clock, logger: set.logger, believed });
  await set.data.play(journalEntry(mediaRecord(1, 'Éole', 'Marée'), 'dance', NOON_MS));
  await drain.run();
  clock.setWallClock(NOON_MS + 400 * DAY_MS);
  await drain.run();
  expect(await readdir(set.data.folder.journal)).toEqual(['2026-11-21.jsonl']);
});
