import { appendFile, mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Library } from '#src/broadcast/rotation/library.ts';
import { DAY_MS } from '#src/contract/durations.ts';
import { LISTENING_EVERY_MS } from '#src/contract/limits.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import type { FolderHours } from '#src/station/config/station-config.ts';
import { createStationData, journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { Journal, ListeningTally, readJournalDays } from './journal.ts';
import type { JournalEntry, ListeningEntry } from './journal-entry.wire.ts';
import { readRotationHistory } from './rotation-history.ts';

const logger = pino({ level: 'silent' });
const NOON = Date.UTC(2026, 10, 21, 12);
const track = mediaRecord(1, 'Artist', 'Title');

function openJournal(folder: string, onPlay = () => {}): Journal {
  return new Journal({ folder, clock: new ManualClock(NOON), logger, onPlay });
}

async function readAll(folder: string): Promise<JournalEntry[]> {
  const days: JournalEntry[][] = [];
  const fail = (path: string, error: unknown) => expect.unreachable(`${path}: ${error}`);
  for await (const day of readJournalDays(folder, fail)) days.push(day);
  return days.flat();
}

test('entries stand in the file of the UTC day they began on, in order', async () => {
  await using data = await createStationData();
  const journal = openJournal(data.folder.journal);
  const beforeMidnight = Date.UTC(2026, 10, 21, 23, 59, 59, 999);
  journal.append(journalEntry(track, 'dance', beforeMidnight));
  journal.append(journalEntry(track, 'club', beforeMidnight + 1));
  journal.append(journalEntry(track, 'hits', beforeMidnight + 2));
  await journal.flushed();
  expect((await readdir(data.folder.journal)).sort()).toEqual(['2026-11-21.jsonl', '2026-11-22.jsonl']);
  expect((await readAll(data.folder.journal)).map(({ streamId }) => streamId)).toEqual([
    'club',
    'hits',
    'dance',
  ]);
});

test('figures are passed over unread, so that music need not wait for them; in another order they are judged', async () => {
  await using data = await createStationData();
  await data.play(journalEntry(track, 'dance', NOON));
  const file = join(data.folder.journal, '2026-11-21.jsonl');
  const journal = openJournal(data.folder.journal);
  const heard = {
    kind: 'heard',
    streamId: 'dance',
    piece: 'track',
    id: track.id,
    startedMs: NOON,
    fromMs: NOON,
    endedMs: NOON + 1000,
  } as const;
  for (let figure = 0; figure < 100; figure += 1) journal.append(heard);
  await journal.flushed();
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  expect(await readAll(data.folder.journal)).toEqual([journalEntry(track, 'dance', NOON)]);
  const parsed = parse.mock.calls.filter(([line]) => line !== '');
  expect(parsed).toHaveLength(1);
  const { kind, ...rest } = heard;
  await appendFile(file, `${JSON.stringify({ ...rest, kind })}\n`);
  expect(await readAll(data.folder.journal)).toHaveLength(1);
});

test('a line torn by a power cut is left out, and what is appended later is not lost with it', async () => {
  await using data = await createStationData();
  const file = join(data.folder.journal, '2026-11-21.jsonl');
  await data.play(journalEntry(track, 'dance', NOON));
  await appendFile(file, '{"streamId":"dance","kind":"tr');
  const journal = openJournal(data.folder.journal);
  journal.append(journalEntry(track, 'dance', NOON + 1000));
  await journal.flushed();
  expect((await readAll(data.folder.journal)).map(({ startedMs }) => startedMs)).toEqual([NOON, NOON + 1000]);
  expect((await readFile(file, 'utf8')).endsWith('}\n')).toBe(true);
});

test('what a journal could not write is written when it can, in order and once, and said once', async () => {
  await using data = await createStationData();
  const log: string[] = [];
  let grown = 0;
  const journal = new Journal({
    folder: data.folder.journal,
    clock: new ManualClock(NOON),
    logger: pino({}, { write: (line) => void log.push(JSON.parse(line).msg) }),
    onPlay: () => {
      grown += 1;
    },
  });
  const file = join(data.folder.journal, '2026-11-21.jsonl');
  // As unwritable as a full disk, for a test that runs as root.
  await mkdir(file);
  for (const second of [0, 1, 2]) journal.append(journalEntry(track, 'dance', NOON + second * 1000));
  await journal.flushed();
  expect(grown).toBe(0);
  await rmdir(file);
  journal.append(journalEntry(track, 'dance', NOON + 3000));
  await journal.flushed();
  expect(grown).toBe(4);
  expect((await readAll(data.folder.journal)).map(({ startedMs }) => startedMs - NOON)).toEqual([
    0, 1000, 2000, 3000,
  ]);
  expect(log).toEqual([
    expect.stringContaining('broadcast could not write the journal'),
    'broadcast writes the journal again',
  ]);
});

test('lines that wait are written as soon as there is room, without a next one', async () => {
  await using data = await createStationData();
  const clock = new ManualClock(NOON);
  const file = join(data.folder.journal, '2026-11-21.jsonl');
  await mkdir(file);
  const journal = new Journal({ folder: data.folder.journal, clock, logger, onPlay: () => {} });
  journal.append(journalEntry(track, 'dance', NOON));
  await journal.flushed();
  const lookAgain = async () => {
    clock.advance(3_000);
    await journal.flushed();
  };
  await lookAgain();
  await rmdir(file);
  await lookAgain();
  expect((await readAll(data.folder.journal)).map(({ startedMs }) => startedMs)).toEqual([NOON]);
  // One that ends looks no more.
  await rm(file);
  await mkdir(file);
  journal.append(journalEntry(track, 'dance', NOON + 1000));
  await journal[Symbol.asyncDispose]();
  await rmdir(file);
  await lookAgain();
  expect(await readAll(data.folder.journal)).toEqual([]);
});

test('a play is announced, figures of listening are not', async () => {
  await using data = await createStationData();
  let plays = 0;
  const journal = openJournal(data.folder.journal, () => {
    plays += 1;
  });
  journal.append({ kind: 'listening', startedMs: NOON, bytes: 16_000, heardMs: 1_000 });
  await journal.flushed();
  expect(plays).toBe(0);
  journal.append(journalEntry(track, 'dance', NOON));
  await journal.flushed();
  expect(plays).toBe(1);
});

test('a journal that can never be written keeps a day of plays, not more', async () => {
  await using data = await createStationData();
  const file = join(data.folder.journal, '2026-11-21.jsonl');
  await mkdir(file);
  const journal = openJournal(data.folder.journal);
  for (let second = 0; second < 6_000; second += 1)
    journal.append(journalEntry(track, 'dance', NOON + second * 1000));
  await journal.flushed();
  await rmdir(file);
  journal.append(journalEntry(track, 'dance', NOON + 6_000_000));
  await journal.flushed();
  const written = await readAll(data.folder.journal);
  expect(written).toHaveLength(5_000);
  expect(written.at(-1)?.startedMs).toBe(NOON + 6_000_000);
});

test('without a journal there is no history', async () => {
  await using data = await createStationData();
  const history = await readRotationHistory({
    folder: join(data.folder.root, 'none'),
    streams: [{ id: 'dance', hours: [] }],
    library: new Library(new Map()),
    logger,
    nowMs: NOON,
  });
  expect(history.own.get('dance')).toEqual([]);
});

test('[R209] a day of the journal that cannot be read is told, and the days beside it are known', async () => {
  await using data = await createStationData();
  const log: { msg: string; path: string }[] = [];
  const told = pino({}, { write: (line) => void log.push(JSON.parse(line)) });
  await data.play(journalEntry(track, 'dance', NOON), journalEntry(track, 'dance', NOON - 2 * DAY_MS));
  // Unreadable for root, too, who runs the tests in many places.
  const broken = join(data.folder.journal, '2026-11-20.jsonl');
  await mkdir(broken);
  const other = mediaRecord(2, 'Other', 'Title');
  const library = new Library(new Map([[other.id, other]]));
  const streams = [{ id: 'dance' as const, hours: [] }];
  const read = { folder: data.folder.journal, streams, library, logger: told, nowMs: NOON };
  const { own } = await readRotationHistory(read);
  expect(own.get('dance')?.map(({ startedMs }) => startedMs)).toEqual([NOON - 2 * DAY_MS, NOON]);
  expect(log).toEqual([
    expect.objectContaining({ path: broken, msg: expect.stringContaining('check the disk of DATA_DIR') }),
  ]);
});

test('[W197] what an outside playout reported is no history of our own rotation', async () => {
  await using data = await createStationData();
  await data.play(journalEntry(track, 'dance', NOON));
  for (const second of [1, 2])
    await data.play({ ...journalEntry(track, 'dance', NOON + second * 1000), outside: `report ${second}` });
  const streams = [{ id: 'dance' as const, hours: [] }];
  const { own, outside } = await readRotationHistory({
    folder: data.folder.journal,
    streams,
    library: new Library(new Map()),
    logger,
    nowMs: NOON + DAY_MS,
  });
  expect(own.get('dance')?.map(({ startedMs }) => startedMs)).toEqual([NOON]);
  expect(outside.get('dance')?.map((play) => play.outside)).toEqual(['report 1', 'report 2']);
});

test('a day that lies in the future is of a clock that was ahead: what it holds comes before all else', async () => {
  await using data = await createStationData();
  const days = [NOON + 400 * DAY_MS, NOON - DAY_MS, NOON, NOON - 2 * DAY_MS];
  for (const startedMs of days) await data.play(journalEntry(track, 'dance', startedMs));
  await data.play({ ...journalEntry(track, 'dance', NOON + 401 * DAY_MS), outside: 'ahead' });
  await data.play({ ...journalEntry(track, 'dance', NOON - DAY_MS), outside: 'report' });
  const library = new Library(new Map([[track.id, track]]));
  const streams = [{ id: 'dance' as const, hours: [] }];
  const read = async (nowMs: number) => {
    const { own, outside } = await readRotationHistory({
      folder: data.folder.journal,
      streams,
      library,
      logger,
      nowMs,
    });
    expect(outside.get('dance')?.map((play) => play.outside)).toEqual(['ahead', 'report']);
    return own.get('dance')?.map(({ startedMs }) => startedMs);
  };
  expect(await read(NOON + 1000)).toEqual([NOON + 400 * DAY_MS, NOON - DAY_MS, NOON]);
  // What was written on the day itself, before the clock was set back, stays where it was written.
  expect(await read(NOON - 1000)).toEqual([NOON + 400 * DAY_MS, NOON - DAY_MS, NOON]);
});

test('history reaches back until every track in rotation is known, and two days at least', async () => {
  await using data = await createStationData();
  const other = mediaRecord(2, 'Other', 'Title');
  for (let day = 0; day < 6; day += 1) await data.play(journalEntry(track, 'dance', NOON - day * DAY_MS));
  await data.play(journalEntry(other, 'dance', NOON - 3 * DAY_MS + 1000));
  const read = async (...records: (typeof track)[]) => {
    const library = new Library(new Map(records.map((record) => [record.id, record])));
    const streams = [{ id: 'dance' as const, hours }];
    const reading = { folder: data.folder.journal, streams, library, logger, nowMs: NOON };
    return (await readRotationHistory(reading)).own.get('dance')?.map(({ startedMs }) => startedMs);
  };
  let hours: FolderHours[] = [];
  expect(await read(track)).toEqual([NOON - DAY_MS, NOON]);
  expect(await read(track, other)).toEqual([
    NOON - 3 * DAY_MS,
    NOON - 3 * DAY_MS + 1000,
    NOON - 2 * DAY_MS,
    NOON - DAY_MS,
    NOON,
  ]);
  hours = [{ days: [6], from: 8, until: 12, folder: 'mix' }];
  const inMix = { ...track, placements: track.placements.map((place) => ({ ...place, folder: 'mix/late' })) };
  const heardInMix = {
    ...journalEntry(track, 'dance', NOON - 4 * DAY_MS + 1000),
    choice: { pool: 'mix', round: 3 },
  };
  await data.play(heardInMix);
  expect(await read(inMix)).toEqual([
    NOON - 4 * DAY_MS,
    NOON - 4 * DAY_MS + 1000,
    NOON - 3 * DAY_MS,
    NOON - 3 * DAY_MS + 1000,
    NOON - 2 * DAY_MS,
    NOON - DAY_MS,
    NOON,
  ]);
});

test('history reaches back until it is known when an outside playout played every track, too [W197]', async () => {
  await using data = await createStationData();
  const other = mediaRecord(2, 'Other', 'Title');
  const outside = 'report';
  for (let day = 0; day < 6; day += 1) {
    const startedMs = NOON - day * DAY_MS;
    await data.play(journalEntry(track, 'dance', startedMs), journalEntry(other, 'dance', startedMs + 1000));
    const played = day === 3 ? other : track;
    if (day > 0) await data.play({ ...journalEntry(played, 'dance', startedMs + 2000), outside });
  }
  const history = await readRotationHistory({
    folder: data.folder.journal,
    streams: [{ id: 'dance', hours: [] }],
    library: new Library(new Map([track, other].map((record) => [record.id, record]))),
    logger,
    nowMs: NOON,
  });
  const ago = history.outside.get('dance')?.map(({ startedMs }) => (NOON + 2000 - startedMs) / DAY_MS);
  expect(ago).toEqual([3, 2, 1]);
});

test('an entry tells why it came; one without, or with something else there, is a play as well', async () => {
  await using data = await createStationData();
  const choice = { round: 12, turn: 12.67, why: 'early' as const, bent: ['artist' as const] };
  const broken = { ...journalEntry(track, 'dance', NOON + 2), choice: 'because' };
  await data.play(
    journalEntry(track, 'dance', NOON),
    { ...journalEntry(track, 'dance', NOON + 1), choice },
    broken as never,
  );
  expect((await readAll(data.folder.journal)).map((entry) => entry.choice)).toEqual([
    undefined,
    choice,
    undefined,
  ]);
});

const START_MS = Date.UTC(2026, 10, 22, 12);

test('each stretch in which somebody listened is written once, the last one when it ends [R71]', () => {
  const clock = new ManualClock(START_MS);
  const written: ListeningEntry[] = [];
  let sent = 1_000;
  {
    using _tally = new ListeningTally({
      clock,
      heardBytes: () => sent,
      append: (entry) => void written.push(entry),
    });
    sent += 32_000;
    clock.advance(LISTENING_EVERY_MS);
    clock.advance(LISTENING_EVERY_MS);
    sent += 16_000;
    clock.advance(60_000);
  }
  clock.advance(LISTENING_EVERY_MS);
  expect(written).toEqual([
    { kind: 'listening', startedMs: START_MS, bytes: 32_000, heardMs: 2_000 },
    { kind: 'listening', startedMs: START_MS + 2 * LISTENING_EVERY_MS, bytes: 16_000, heardMs: 1_000 },
  ]);
});
