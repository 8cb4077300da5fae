import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JournalEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import type { Database } from '#src/db/database.ts';
import { openDatabase } from '#src/db/open-database.ts';
import { JournalPost } from '#src/group/journal-post.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { createStationData, journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { createTestDatabase } from '../support/test-database.ts';

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const track = mediaRecord(1, 'Artist', 'Title');
const at = (minutes: number): JournalEntry => journalEntry(track, 'dance', NOON_MS + minutes * MINUTE_MS);

let stack: AsyncDisposableStack;
let db: Database;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  const { options } = stack.use(await createTestDatabase('migrated'));
  db = stack.use(await openDatabase(options));
});
afterEach(() => stack.disposeAsync());

function newPost(folder: { journal: string }, clock: ManualClock, log: string[] = []): JournalPost {
  return new JournalPost({
    group: 'radio',
    machine: 'north',
    folder,
    onStandingBy: () => {},
    clock,
    logger: createLogger({ level: 'info', part: 'test', to: { write: (line) => void log.push(line) } }),
  });
}

const kept = async () => {
  const rows = await db.selectFrom('journal_lines').select('started_ms').orderBy('started_ms').execute();
  return rows.map((row) => row.started_ms);
};

test('what a machine plays for days without the database is not kept in memory, and follows from its files', async () => {
  const data = stack.use(await createStationData());
  const lines: string[] = [];
  const post = newPost(data.folder, new ManualClock(NOON_MS + DAY_MS), lines);
  const played = Array.from({ length: 520 }, (_, minutes) => at(minutes));
  // Half of the twenty that memory does not keep: the other half stands nowhere.
  await data.play(...played.slice(0, 10));
  for (const entry of played) post.play(entry);
  expect(lines).toEqual([expect.stringContaining('older plays wait in the journal’s files alone')]);

  post.open(db);
  post.send();
  await post.settled();
  const sent = [...played.slice(0, 10), ...played.slice(20)];
  expect(await kept()).toEqual(sent.map((entry) => entry.startedMs));
});

test('[R201] what is played while older plays are looked for is sent with them', async () => {
  const data = stack.use(await createStationData());
  const post = newPost(data.folder, new ManualClock(NOON_MS));
  await data.play(at(0));
  post.open(db);
  post.send();
  post.play(at(1));
  await post.settled();
  expect(await kept()).toEqual([at(0).startedMs, at(1).startedMs]);
});

test('what waited while the database was away comes behind what was played before it', async () => {
  const data = stack.use(await createStationData());
  const post = newPost(data.folder, new ManualClock(NOON_MS));
  const played = [at(0), at(1), at(2)];
  await data.play(...played);
  post.play(at(2));
  post.open(db);
  post.send();
  await post.settled();
  const rows = await db.selectFrom('journal_lines').select('started_ms').orderBy('id').execute();
  expect(rows.map((row) => row.started_ms)).toEqual(played.map((entry) => entry.startedMs));
});

test('a journal folder that cannot be listed keeps nothing that is played from the group', async () => {
  const data = stack.use(await createStationData());
  const file = join(data.folder.root, 'no-folder');
  await writeFile(file, '');
  const post = newPost({ journal: file }, new ManualClock(NOON_MS));
  post.open(db);
  post.play(at(0));
  await post.settled();
  expect(await kept()).toEqual([at(0).startedMs]);
});

test('[W120] neither a machine whose clock runs ahead nor such a database empties the group’s journal', async () => {
  const data = stack.use(await createStationData());
  for (const [ownMs, databaseMs] of [
    [NOON_MS + 40 * DAY_MS, NOON_MS],
    [NOON_MS, NOON_MS + 40 * DAY_MS],
  ] as const) {
    const post = newPost(data.folder, new ManualClock(ownMs));
    post.open(db);
    post.play(at(0));
    await post.settled();
    post.send(databaseMs);
    await post.settled();
    expect(await kept()).toEqual([NOON_MS]);
  }
});

test('what no choice needs any more is forgotten by the hour, whether or not anything waits', async () => {
  const data = stack.use(await createStationData());
  const clock = new ManualClock(NOON_MS + 31 * DAY_MS);
  const post = newPost(data.folder, clock);
  post.open(db);
  post.play(at(0));
  await post.settled();
  const sweep = async () => {
    post.send(clock.nowMs());
    await post.settled();
    return kept();
  };
  expect(await sweep()).toEqual([]);
  post.play(at(4));
  await post.settled();
  clock.advance(HOUR_MS / 2);
  expect(await sweep()).toEqual([NOON_MS + 4 * MINUTE_MS]);
  clock.advance(HOUR_MS / 2);
  expect(await sweep()).toEqual([]);
});
