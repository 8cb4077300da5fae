import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JournalEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';
import type { Database } from '#src/db/database.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { JournalCopy } from '#src/group/journal-copy.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { createStationData, journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { createTestDatabase } from '../support/test-database.ts';

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const track = mediaRecord(1, 'Artist', 'Title');
const choice = { round: 3, turn: 3.5, why: 'early' as const };

let stack: AsyncDisposableStack;
let db: Database;
let log: string[];
let around: Omit<ConstructorParameters<typeof JournalCopy>[0], 'group' | 'machine' | 'folder'>;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  const { options } = stack.use(await createTestDatabase('migrated'));
  db = stack.use(await openDatabase(options));
  log = [];
  const logger = createLogger({ level: 'info', part: 'test', to: { write: (line) => void log.push(line) } });
  around = { db, clock: new ManualClock(NOON_MS), logger };
});
afterEach(() => stack.disposeAsync());

/** A machine with a journal of its own. */
async function startMachine(machine: string, ...played: JournalEntry[]) {
  const data = stack.use(await createStationData());
  if (played.length > 0) await data.play(...played);
  const { journal } = data.folder;
  return {
    data,
    copy: new JournalCopy({ ...around, group: 'radio', machine, folder: journal }),
    async lines(): Promise<unknown[]> {
      const names = (await readdir(journal).catch(() => [])).sort();
      const texts = await Promise.all(names.map((name) => readFile(join(journal, name), 'utf8')));
      return texts.flatMap((text) =>
        text
          .trimEnd()
          .split('\n')
          .map((line): unknown => JSON.parse(line)),
      );
    },
  };
}

const at = (minutes: number): JournalEntry => ({
  ...journalEntry(track, 'dance', NOON_MS + minutes * MINUTE_MS),
  choice,
});

const row = (entry: JournalEntry, id: number) => ({
  id,
  group_name: 'radio',
  stream_id: entry.streamId,
  started_ms: entry.startedMs,
  media_id: entry.id,
  line: JSON.stringify(entry),
});

test('what one machine plays stands in the files of the other, once, in order, with all that belongs to it', async () => {
  const north = await startMachine('north');
  const south = await startMachine('south');
  await north.copy.send([at(0), at(4)]);
  await south.copy.follow(NOON_MS);
  await north.copy.send([at(4), at(8)]);
  await south.copy.follow(NOON_MS);
  await south.copy.follow(NOON_MS);
  const [first, ...rest] = await south.lines();
  expect(rest).toEqual([at(0), at(4), at(8)]);
  // No two machines' files begin alike: the drain knows a file by its first line.
  expect(first).toEqual({ kind: 'copied', machine: 'south' });
});

test('what was played while the database was away follows from the files', async () => {
  const north = await startMachine('north', at(0), at(4));
  const south = await startMachine('south');
  await north.copy.sendMissing(NOON_MS);
  await north.copy.sendMissing(NOON_MS);
  await south.copy.follow(NOON_MS);
  expect((await south.lines()).slice(1)).toEqual([at(0), at(4)]);
});

test('a machine that was on the air itself goes on in its own file, and takes nothing back that it played', async () => {
  const north = await startMachine('north', at(0));
  const south = await startMachine('south');
  await north.copy.sendMissing(NOON_MS);
  await south.copy.follow(NOON_MS);
  await south.copy.send([at(4)]);
  await north.copy.follow(NOON_MS);
  expect(await north.lines()).toEqual([at(0), at(4)]);
});

test('[W216] a standby follows a database that an earlier backup was put back into, whose numbers begin lower', async () => {
  const north = await startMachine('north', at(0), at(4), at(8));
  const south = await startMachine('south');
  await north.copy.sendMissing(NOON_MS);
  await south.copy.follow(NOON_MS);
  await db.deleteFrom('journal_lines').execute();
  await db
    .insertInto('journal_lines')
    .values([row(at(0), 1), row(at(12), 2)])
    .execute();
  await south.copy.follow(NOON_MS);
  await db
    .insertInto('journal_lines')
    .values([row(at(16), 3), row(at(20), 4)])
    .execute();
  await south.copy.follow(NOON_MS);
  expect((await south.lines()).slice(1)).toEqual([at(0), at(4), at(8), at(12), at(16), at(20)]);
});

test('a line that comes after others, though its number is lower, is not passed over', async () => {
  const south = await startMachine('south');
  const come = (...lines: ReturnType<typeof row>[]) => db.insertInto('journal_lines').values(lines).execute();
  await come(row(at(-8), 1), row(at(0), 3));
  await south.copy.follow(NOON_MS);
  await come(row(at(-4), 2));
  await south.copy.follow(NOON_MS);
  await come(row(at(4), 4));
  await south.copy.follow(NOON_MS);
  expect((await south.lines()).slice(1)).toEqual([at(-8), at(0), at(-4), at(4)]);
});

test('lines that no choice needs any more go, those of another group stay apart', async () => {
  const north = await startMachine('north');
  await north.copy.send([at(0)]);
  await north.copy.sweep(NOON_MS + 31 * DAY_MS);
  expect(await db.selectFrom('journal_lines').select('id').execute()).toEqual([]);
  const folder = await mkdtemp(join(tmpdir(), 'onde-copy-'));
  stack.defer(() => rm(folder, { recursive: true }));
  await north.copy.send([at(4)]);
  await new JournalCopy({ ...around, group: 'other', machine: 'east', folder }).follow(NOON_MS);
  expect(await readdir(folder)).toEqual([]);
});

test('a machine that has taken over remembers a month of what it plays, however long it is on the air', async () => {
  const { copy } = await startMachine('south');
  await copy.follow(NOON_MS);
  for (let day = 0; day < 40; day += 1) {
    await copy.send([at((day * DAY_MS) / MINUTE_MS)]);
    await copy.sweep(NOON_MS + day * DAY_MS);
  }
  expect(copy.knownDays).toBe(31);
});

test('[R209] a day that a standby cannot read keeps the others’ plays from it no more than the turn', async () => {
  const north = await startMachine('north');
  const south = await startMachine('south', at(-2 * 1_440));
  await mkdir(join(south.data.folder.journal, '2026-11-20.jsonl'));
  await north.copy.send([at(-1_440), at(0)]);
  await south.copy.sendMissing(NOON_MS);
  await south.copy.follow(NOON_MS);
  const today = await readFile(join(south.data.folder.journal, '2026-11-21.jsonl'), 'utf8');
  expect(today).toContain(JSON.stringify(at(0)));
  expect(log).toEqual([expect.stringMatching(/2026-11-20.*cannot read a day of its journal/)]);
});

test('[R209] what the disk of a standby does not take follows once it does, and no turn waits for it', async () => {
  const north = await startMachine('north');
  const south = await startMachine('south');
  const { journal } = south.data.folder;
  await rm(journal, { recursive: true, force: true });
  await symlink(join(south.data.folder.root, 'away', 'far'), journal);
  await north.copy.send([at(0)]);
  await south.copy.follow(NOON_MS);
  await south.copy.follow(NOON_MS);
  expect(log).toEqual([expect.stringContaining('cannot write down what the one on the air plays')]);
  await rm(journal);
  await south.copy.follow(NOON_MS);
  expect((await south.lines()).slice(1)).toEqual([at(0)]);
});
