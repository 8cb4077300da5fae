import { appendFile, mkdir, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { HeardEntry, ListenersEntry } from '#src/broadcast/journal/journal-entry.wire.ts';
import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { TRACK_NAME_MAX } from '#src/contract/limits.ts';
import type { Database } from '#src/db/database.ts';
import { listenedSince } from '#src/records/listening/listening.ts';
import type { MediaRecord } from '#src/station/catalogue/media-record.ts';
import { formatCatalogueLine } from '#src/station/catalogue/media-record.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { openDrainedStation } from '../support/drained-station.ts';

const NOON_MS = Date.UTC(2026, 10, 21, 12);

async function setUp() {
  const { stack, newDrain, ...around } = await openDrainedStation(NOON_MS);
  return { ...around, drain: newDrain(), newDrain, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const songs = (db: Database) =>
  db
    .selectFrom('songs')
    .select(['full_title', 'slug', 'play_count', 'first_played_ms'])
    .orderBy('folded')
    .execute();

test('plays in the journal become rows, with the count and the first play of their song', async () => {
  await using set = await setUp();
  const funk = mediaRecord(1, 'Daft Punk', 'Da Funk');
  await set.data.addMedia(funk);
  await set.data.play(journalEntry(funk, 'dance', NOON_MS), journalEntry(funk, 'club', NOON_MS - MINUTE_MS));
  await set.drain.run();
  await set.data.play(journalEntry(funk, 'dance', NOON_MS + MINUTE_MS));
  await set.drain.run();
  expect(await songs(set.db)).toMatchObject([
    {
      full_title: 'Daft Punk - Da Funk',
      slug: 'daft-punk-da-funk',
      play_count: 3,
      first_played_ms: NOON_MS - MINUTE_MS,
    },
  ]);
  const streams = await set.db.selectFrom('stream_songs').selectAll().orderBy('stream_id').execute();
  expect(streams).toMatchObject([
    { stream_id: 'club', play_count: 1, first_played_ms: NOON_MS - MINUTE_MS },
    { stream_id: 'dance', play_count: 2, first_played_ms: NOON_MS, added_ms: funk.addedMs },
  ]);
});

test('a journal that is read again from the start, after a restored backup, counts nothing twice', async () => {
  await using set = await setUp();
  const funk = mediaRecord(1, 'Daft Punk', 'Da Funk');
  await set.data.addMedia(funk);
  await set.data.play(journalEntry(funk, 'dance', NOON_MS), journalEntry(funk, 'dance', NOON_MS));
  await set.drain.run();
  await set.db.deleteFrom('drain_offsets').execute();
  await set.newDrain().run();
  expect(await songs(set.db)).toMatchObject([{ play_count: 1 }]);
});

test('files that have gained nothing are read again once a day: a database that moved to its copy may lack what it had', async () => {
  await using set = await setUp();
  const funk = mediaRecord(1, 'Daft Punk', 'Da Funk');
  await set.data.addMedia(funk);
  await set.data.play(journalEntry(funk, 'dance', NOON_MS));
  await set.drain.run();
  await set.db.deleteFrom('drain_offsets').execute();
  await set.db.deleteFrom('plays').execute();
  const plays = () => set.db.selectFrom('plays').select('started_ms').execute();
  await set.drain.run();
  expect(await plays()).toEqual([]);
  set.clock.advance(DAY_MS);
  await set.drain.run();
  expect(await plays()).toHaveLength(1);
});

test('[R209] a day of the journal that cannot be read keeps no other from the database, and is read when it can', async () => {
  await using set = await setUp();
  const funk = mediaRecord(1, 'Daft Punk', 'Da Funk');
  await set.data.addMedia(funk);
  await set.data.play(
    journalEntry(funk, 'dance', NOON_MS - 9 * DAY_MS),
    journalEntry(funk, 'dance', NOON_MS),
  );
  const broken = join(set.data.folder.journal, '2026-11-14.jsonl');
  // Unreadable for root, too, who runs the tests in many places.
  await mkdir(broken);
  await set.drain.run();
  expect(await songs(set.db)).toMatchObject([{ play_count: 2 }]);
  await rmdir(broken);
  await set.data.play(journalEntry(funk, 'dance', NOON_MS - 7 * DAY_MS));
  set.clock.advance(DAY_MS);
  await set.drain.run();
  expect(await songs(set.db)).toMatchObject([{ play_count: 3 }]);
});

test('[W215] what was played before the clock was set is no play, and no first one of an older track', async () => {
  await using set = await setUp();
  const [funk, world] = [mediaRecord(1, 'Daft Punk', 'Da Funk'), mediaRecord(2, 'Daft Punk', 'Around')];
  await set.data.addMedia(funk, world);
  await set.data.play(
    journalEntry(funk, 'dance', NOON_MS),
    journalEntry(funk, 'dance', 90_000),
    journalEntry(world, 'dance', Date.UTC(2000, 0, 1)),
  );
  await set.drain.run();
  expect(await songs(set.db)).toMatchObject([
    { full_title: 'Daft Punk - Around', play_count: 0, first_played_ms: null },
    { full_title: 'Daft Punk - Da Funk', play_count: 1, first_played_ms: NOON_MS },
  ]);
});

test('[R211] a catalogue that cannot be read keeps no play from the database, and is told once', async () => {
  await using set = await setUp();
  const funk = mediaRecord(1, 'Daft Punk', 'Da Funk');
  await mkdir(set.data.folder.catalogue);
  await set.data.play(journalEntry(funk, 'dance', NOON_MS));
  await set.drain.run();
  await set.drain.run();
  expect(await songs(set.db)).toMatchObject([{ play_count: 1 }]);
  expect(set.log.filter((line) => line.includes('cannot read the media catalogue'))).toHaveLength(1);
  await rmdir(set.data.folder.catalogue);
  await set.data.addMedia(mediaRecord(2, 'Daft Punk', 'Around the World'));
  await set.drain.run();
  expect(await songs(set.db)).toHaveLength(2);
});

test('[R210] a title as long as any that import lets through is a song, and its plays are rows', async () => {
  await using set = await setUp();
  // Letters of four bytes that no engine can compress: each index has to hold them.
  const signs = (from: number) =>
    String.fromCodePoint(
      ...Array.from({ length: TRACK_NAME_MAX }, (_, at) => 0x20000 + ((from + at * 7_919) % 40_000)),
    );
  const mix = mediaRecord(1, signs(1), signs(2));
  await set.data.addMedia(mix);
  await set.data.play(journalEntry(mix, 'dance', NOON_MS));
  await set.drain.run();
  expect(await songs(set.db)).toMatchObject([{ full_title: `${mix.artist} - ${mix.title}`, play_count: 1 }]);
});

test('why a play came is the broadcast’s own: with it or without, a play is a row', async () => {
  await using set = await setUp();
  const funk = mediaRecord(1, 'Daft Punk', 'Da Funk');
  await set.data.addMedia(funk);
  await set.data.play(
    { ...journalEntry(funk, 'dance', NOON_MS), choice: { pool: 'mix', round: 7, turn: 7.67, why: 'first' } },
    { ...journalEntry(funk, 'dance', NOON_MS + MINUTE_MS), choice: 'of a later version' } as never,
    journalEntry(funk, 'dance', NOON_MS + 2 * MINUTE_MS),
  );
  await set.drain.run();
  expect(await songs(set.db)).toMatchObject([{ play_count: 3 }]);
});

test('several web processes that drain the same journal count each play once', async () => {
  await using set = await setUp();
  const records = [1, 2, 3].map((number) => mediaRecord(number, 'Artist', `Title ${number}`));
  await set.data.addMedia(...records);
  for (let play = 0; play < 900; play++) {
    const record = records[play % 3];
    if (record) await set.data.play(journalEntry(record, 'dance', NOON_MS - play * MINUTE_MS));
  }
  await Promise.all([set.drain.run(), set.newDrain().run(), set.newDrain().run()]);
  await set.drain.run();
  expect((await songs(set.db)).map(({ play_count }) => play_count)).toEqual([300, 300, 300]);
});

test('what a piece was heard by is a row whose figures only rise, and one more of a process that was started again', async () => {
  await using set = await setUp();
  const funk = mediaRecord(1, 'Daft Punk', 'Da Funk');
  await set.data.addMedia(funk);
  const heard = (changes: Partial<HeardEntry>): HeardEntry => ({
    kind: 'heard',
    streamId: 'dance',
    piece: 'track',
    id: funk.id,
    startedMs: NOON_MS,
    fromMs: NOON_MS,
    endedMs: NOON_MS + MINUTE_MS,
    ...changes,
  });
  const [few, more] = [
    { listeners: 2, whole: 1, sentMs: 90_000 },
    { listeners: 3, whole: 2, sentMs: 150_000.4 },
  ];
  await set.data.play(journalEntry(funk, 'dance', NOON_MS), heard({}), heard({ guest: few }));
  await set.drain.run();
  const again = heard({ fromMs: NOON_MS + 30_000, endedMs: NOON_MS + 2 * MINUTE_MS, member: few });
  await set.data.play(heard({ guest: more }), again, heard({ guest: few }), {
    ...heard({}),
    piece: 'poem',
  } as never);
  await set.drain.run();
  await set.db.deleteFrom('drain_offsets').execute();
  await set.newDrain().run();
  const rows = await set.db.selectFrom('heard_pieces').selectAll().orderBy('from_ms').execute();
  expect(rows).toMatchObject([
    {
      stream_id: 'dance',
      started_ms: NOON_MS,
      media_id: funk.id,
      kind: 'track',
      ended_ms: NOON_MS + MINUTE_MS,
      guest_listeners: 3,
      guest_whole: 2,
      guest_sent_ms: 150_000,
      member_listeners: 0,
    },
    { from_ms: NOON_MS + 30_000, ended_ms: NOON_MS + 2 * MINUTE_MS, guest_listeners: 0, member_listeners: 2 },
  ]);
  expect(await songs(set.db)).toMatchObject([{ play_count: 1 }]);
});

test('hours of listeners are rows whose figures only rise; parts of an hour stand beside each other [R176]', async () => {
  await using set = await setUp();
  const line = (startedMs: number, peak: number): ListenersEntry => ({
    kind: 'listeners',
    startedMs,
    hourMs: NOON_MS,
    untilMs: startedMs + MINUTE_MS,
    counts: [
      { peak, joins: peak, distinct: peak, heardMs: peak * 1000.4 },
      { streamId: 'dance', variant: 'member', transport: 'hls', peak, joins: 9, distinct: 2, heardMs: 5 },
    ],
    day: {
      day: '2026-11-21',
      sinceMs: startedMs,
      counts: [{ distinct: peak }, { streamId: 'dance', distinct: 2 }],
    },
  });
  await set.data.play(line(NOON_MS, 3), line(NOON_MS, 4), line(NOON_MS + 30 * MINUTE_MS, 1));
  await set.drain.run();
  await set.data.play(line(NOON_MS, 2), { ...line(NOON_MS, 7), counts: 'many' } as never);
  await set.drain.run();
  const hours = await set.db
    .selectFrom('listener_hours')
    .selectAll()
    .orderBy('part_ms')
    .orderBy('stream_id')
    .execute();
  expect(hours).toMatchObject([
    {
      hour_ms: NOON_MS,
      stream_id: '',
      variant: '',
      transport: '',
      peak: 4,
      distinct_listeners: 4,
      heard_ms: 4002,
    },
    { stream_id: 'dance', variant: 'member', transport: 'hls', peak: 4, joins: 9, distinct_listeners: 2 },
    { stream_id: '', part_ms: NOON_MS + 30 * MINUTE_MS, peak: 1 },
    { stream_id: 'dance', part_ms: NOON_MS + 30 * MINUTE_MS },
  ]);
  const days = await set.db
    .selectFrom('listener_days')
    .selectAll()
    .orderBy('since_ms')
    .orderBy('stream_id')
    .execute();
  expect(days.map(({ day, stream_id, distinct_listeners: distinct }) => [day, stream_id, distinct])).toEqual([
    ['2026-11-21', '', 4],
    ['2026-11-21', 'dance', 2],
    ['2026-11-21', '', 1],
    ['2026-11-21', 'dance', 2],
  ]);
});

test('a line torn by a power cut is left out, and the ones after it are taken', async () => {
  await using set = await setUp();
  const funk = mediaRecord(1, 'Daft Punk', 'Da Funk');
  await set.data.addMedia(funk);
  await set.data.play(journalEntry(funk, 'dance', NOON_MS));
  const day = join(set.data.folder.journal, '2026-11-21.jsonl');
  await appendFile(day, '{"streamId":"dance","kind":"tr');
  await set.drain.run();
  await appendFile(day, '\n');
  await set.data.play(journalEntry(funk, 'dance', NOON_MS + MINUTE_MS));
  await set.drain.run();
  expect(await songs(set.db)).toMatchObject([{ play_count: 2 }]);
});

test('a play of a track that the catalogue does not know is kept under its title', async () => {
  await using set = await setUp();
  await set.data.play(journalEntry(mediaRecord(9, 'Nobody', 'Knows'), 'trance', NOON_MS));
  await set.drain.run();
  expect(await songs(set.db)).toMatchObject([
    { full_title: 'Nobody - Knows', slug: 'nobody-knows', play_count: 1 },
  ]);
});

test('jingles and spots that went on air are no plays of a song', async () => {
  await using set = await setUp();
  const jingle = mediaRecord(1, '', 'Jingle', 'dance', { kind: 'jingle' });
  await set.data.addMedia(jingle);
  await set.data.play(journalEntry(jingle, 'dance', NOON_MS));
  await set.drain.run();
  expect(await songs(set.db)).toEqual([]);
  expect(await set.db.selectFrom('media').select('kind').execute()).toMatchObject([{ kind: 'jingle' }]);
});

test('two files of one title, in other letters and accents, are one song', async () => {
  await using set = await setUp();
  const one = mediaRecord(1, 'Céline', 'Été');
  await set.data.addMedia(one, mediaRecord(2, 'CELINE', 'ete', 'club', { slug: one.slug }));
  await set.drain.run();
  expect(await songs(set.db)).toMatchObject([{ full_title: 'CELINE - ete', slug: 'celine-ete' }]);
  expect(
    await set.db.selectFrom('stream_songs').select('stream_id').orderBy('stream_id').execute(),
  ).toMatchObject([{ stream_id: 'club' }, { stream_id: 'dance' }]);
});

test('a catalogue made anew that gives two songs each other’s slugs leaves each with its new one', async () => {
  await using set = await setUp();
  const one = mediaRecord(1, 'A', 'B!', 'dance', { slug: 'a-b' });
  const two = mediaRecord(2, 'A', 'B?', 'dance', { slug: 'a-b-2' });
  await set.data.addMedia(one, two);
  await set.drain.run();
  await writeFile(
    set.data.folder.catalogue,
    [
      { ...two, slug: 'a-b' },
      { ...one, slug: 'a-b-2' },
    ]
      .map(formatCatalogueLine)
      .join(''),
  );
  await set.drain.run();
  expect(await songs(set.db)).toMatchObject([
    { full_title: 'A - B!', slug: 'a-b-2' },
    { full_title: 'A - B?', slug: 'a-b' },
  ]);
});

test('a compacted catalogue takes nothing away, and one that lost a file takes its placements', async () => {
  await using set = await setUp();
  const records = [1, 2].map((number) => mediaRecord(number, 'Artist', `Title ${number}`));
  await set.data.addMedia(...records, ...records);
  await set.drain.run();
  const write = (kept: MediaRecord[]) =>
    writeFile(set.data.folder.catalogue, kept.map(formatCatalogueLine).join(''));
  await write(records);
  await set.drain.run();
  expect(await set.db.selectFrom('placements').select('path').execute()).toHaveLength(2);
  await write(records.slice(1));
  await set.drain.run();
  expect(await set.db.selectFrom('placements').select('path').execute()).toMatchObject([
    { path: 'music/dance/2.mp3' },
  ]);
  expect(await songs(set.db)).toHaveLength(2);
});

test('a track moved to another stream before anyone heard it has never come to the first', async () => {
  await using set = await setUp();
  const first = mediaRecord(1, 'Artist', 'Title', 'dance');
  await set.data.addMedia(first);
  await set.drain.run();
  await set.data.addMedia({ ...first, placements: mediaRecord(1, 'Artist', 'Title', 'club').placements });
  await set.drain.run();
  expect(await set.db.selectFrom('stream_songs').select('stream_id').execute()).toMatchObject([
    { stream_id: 'club' },
  ]);
});

test('a song came to a stream with the first of its files, whichever is read later', async () => {
  await using set = await setUp();
  const [older, newer] = [1, 2].map((number) =>
    mediaRecord(number, 'Artist', 'Title', 'dance', { slug: 'artist-title', addedMs: number * 1_000 }),
  );
  if (!older || !newer) throw new Error('two files');
  const addedMs = () => set.db.selectFrom('stream_songs').select('added_ms').execute();
  await set.data.addMedia(newer);
  await set.drain.run();
  expect(await addedMs()).toEqual([{ added_ms: 2_000 }]);
  await set.data.addMedia(older);
  await set.drain.run();
  expect(await addedMs()).toEqual([{ added_ms: 1_000 }]);
  await writeFile(set.data.folder.catalogue, formatCatalogueLine(newer));
  await set.drain.run();
  expect(await addedMs()).toEqual([{ added_ms: 1_000 }]);
});

test('with nothing told over the process channel, the poll finds what is new', async () => {
  await using set = await setUp();
  await set.drain.run();
  await set.data.addMedia(mediaRecord(1, 'Artist', 'Title'));
  set.clock.advance(30_000);
  await set.drain[Symbol.asyncDispose]();
  expect(await set.db.selectFrom('media').select('id').execute()).toHaveLength(1);
});

test('a station without a journal or a catalogue yet drains nothing', async () => {
  await using set = await setUp();
  await rm(set.data.folder.journal, { recursive: true });
  await set.drain.run();
  expect(await songs(set.db)).toEqual([]);
});

const playsInDatabase = async (db: Database) =>
  (await db.selectFrom('plays').select('started_ms').orderBy('started_ms').execute()).map(
    ({ started_ms }) => started_ms,
  );

test('a day of the journal is removed when it is drained and a month old, its plays stay', async () => {
  await using set = await setUp();
  const funk = mediaRecord(1, 'Daft Punk', 'Da Funk');
  const startsMs = [40, 31, 30, 1, 0].map((days) => NOON_MS - days * DAY_MS);
  await set.data.addMedia(funk);
  for (const startedMs of startsMs) await set.data.play(journalEntry(funk, 'dance', startedMs));
  await set.drain.run();
  const kept = ['2026-10-22.jsonl', '2026-11-20.jsonl', '2026-11-21.jsonl'];
  expect((await readdir(set.data.folder.journal)).sort()).toEqual(kept);
  expect(await playsInDatabase(set.db)).toEqual(startsMs);
  const offsets = await set.db.selectFrom('drain_offsets').select('file').orderBy('file').execute();
  expect(offsets.map(({ file }) => file)).toEqual([...kept, 'catalogue.jsonl']);

  set.clock.advance(DAY_MS);
  await set.drain.run();
  expect((await readdir(set.data.folder.journal)).sort()).toEqual(kept.slice(1));
});

test('a day of the journal that cannot be drained stays, however old it is', async () => {
  await using set = await setUp();
  await set.data.play(journalEntry(mediaRecord(1, 'Daft Punk', 'Da Funk'), 'dance', NOON_MS - 90 * DAY_MS));
  await set.db.schema.alterTable('plays').renameTo('plays_away').execute();
  await set.drain.run();
  expect(await readdir(set.data.folder.journal)).toHaveLength(1);
  await set.db.schema.alterTable('plays_away').renameTo('plays').execute();
  await set.drain.run();
  expect(await readdir(set.data.folder.journal)).toEqual([]);
  expect(await playsInDatabase(set.db)).toHaveLength(1);
});

test('after a clock that ran days ahead was set back, what plays today is taken at once, each play once', async () => {
  await using set = await setUp();
  const funk = mediaRecord(1, 'Daft Punk', 'Da Funk');
  await set.data.addMedia(funk);
  await set.db
    .updateTable('chart_window')
    .set({ from_ms: NOON_MS - 30 * DAY_MS })
    .execute();
  const aheadMs = [5 * DAY_MS, 6 * DAY_MS, 7 * DAY_MS].map((ms) => NOON_MS + ms);
  for (const startedMs of aheadMs) await set.data.play(journalEntry(funk, 'dance', startedMs));
  await set.drain.run();
  const backMs = [NOON_MS, NOON_MS + 4 * MINUTE_MS];
  for (const startedMs of backMs) {
    await set.data.play(journalEntry(funk, 'dance', startedMs));
    await set.drain.run();
  }
  expect(await playsInDatabase(set.db)).toEqual([...backMs, ...aheadMs]);
  expect(await songs(set.db)).toMatchObject([{ play_count: 5, first_played_ms: NOON_MS }]);
  const charts = await set.db
    .selectFrom('chart_counts')
    .select(['scope', 'plays'])
    .orderBy('scope')
    .execute();
  expect(charts).toMatchObject([
    { scope: 'all', plays: 2 },
    { scope: 'dance', plays: 2 },
  ]);
});

test('what listeners were sent becomes a row of its own, once, whatever stands beside it [R71]', async () => {
  await using set = await setUp();
  const line = (startedMs: number, bytes: number) =>
    `${JSON.stringify({ kind: 'listening', startedMs, bytes, heardMs: bytes / 16 })}\n`;
  const day = join(set.data.folder.journal, '2026-11-21.jsonl');
  const funk = mediaRecord(1, 'Daft Punk', 'Da Funk');
  await set.data.addMedia(funk);
  await appendFile(day, line(NOON_MS, 32_000));
  await set.data.play(journalEntry(funk, 'dance', NOON_MS));
  await appendFile(day, line(NOON_MS + 5 * MINUTE_MS, 16_000));
  await set.drain.run();
  await set.db.deleteFrom('drain_offsets').execute();
  await set.drain.run();
  expect(await songs(set.db)).toMatchObject([{ play_count: 1 }]);
  const nowMs = NOON_MS + 10 * MINUTE_MS;
  expect(await listenedSince(set.db, NOON_MS, nowMs)).toEqual({ sinceMs: NOON_MS, heardMs: 3_000 });
  // The clock was set back in between.
  const setBackMs = NOON_MS + 4 * MINUTE_MS;
  expect(await listenedSince(set.db, NOON_MS, setBackMs)).toEqual({ sinceMs: NOON_MS, heardMs: 2_000 });
  expect(await listenedSince(set.db, NOON_MS + 1, nowMs)).toEqual({
    sinceMs: NOON_MS + 5 * MINUTE_MS,
    heardMs: 1_000,
  });
  expect(await listenedSince(set.db, NOON_MS + 6 * MINUTE_MS, nowMs)).toBeNull();
});
