import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { STREAM_IDS, type StreamId } from '#src/contract/streams.ts';
import type { Vote } from '#src/contract/votes.ts';
import type { Database } from '#src/db/database.ts';
import { engineOf, lockRows } from '#src/db/engine.ts';
import { migrations } from '#src/db/migrations/migrations.ts';
import type { ChartScope } from '#src/db/schema/charts-tables.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { BelievedNow } from '#src/records/believed/believed-now.ts';
import { countLikes, recountInCharts } from '#src/records/charts/chart-counts.ts';
import { ChartKeeper } from '#src/records/charts/chart-keeper.ts';
import { CHART_AHEAD_MS, findDueWeeks } from '#src/records/charts/chart-weeks.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { openDrainedStation } from '../support/drained-station.ts';
import { areChartsFree, betweenTransactions, hold } from '../support/locks.ts';

/** A Saturday. */
const NOW_MS = Date.UTC(2026, 10, 21, 12);

async function setUp() {
  const { stack, db, data, clock, logger, believed: right, newDrain } = await openDrainedStation(NOW_MS);
  const drain = newDrain();
  const newKeeper = (believed: Pick<BelievedNow, 'latestMs'> = right) =>
    stack.use(
      new ChartKeeper({
        db,
        clock,
        logger,
        believed,
        timezone: () => 'Europe/Paris',
        drain: () => drain.run(),
      }),
    );
  const songs = [1, 2, 3].map((number) => mediaRecord(number, 'Artist', `Title ${number}`));
  await data.addMedia(...songs);
  const play = async (number: number, startedMs: number, streamId: StreamId = 'dance') => {
    const song = songs[number - 1];
    if (song) await data.play(journalEntry(song, streamId, startedMs));
  };
  return {
    db,
    data,
    clock,
    logger,
    keeper: newKeeper(),
    newKeeper,
    play,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

async function chart(db: Database, scope: ChartScope = 'all') {
  const rows = await db
    .selectFrom('chart_counts')
    .select(['folded', 'plays', 'likes'])
    .where('scope', '=', scope)
    .where('plays', '>', 0)
    .orderBy('plays', 'desc')
    .orderBy('likes', 'desc')
    .orderBy('folded')
    .execute();
  return rows.map(({ folded, plays, likes }) => `${folded.slice(-1)}: ${plays}${'♥'.repeat(likes)}`);
}

const week = (db: Database, name: string, scope: ChartScope = 'all') =>
  db
    .selectFrom('chart_entries')
    .select(['rank', 'song_id', 'plays', 'likes'])
    .where('week', '=', name)
    .where('scope', '=', scope)
    .orderBy('rank')
    .execute();

test('a play counts for its stream and for the chart over all, for exactly 30 days', async () => {
  await using set = await setUp();
  await set.play(1, NOW_MS - 30 * DAY_MS + 2 * MINUTE_MS);
  await set.play(1, NOW_MS - 30 * DAY_MS - MINUTE_MS);
  await set.play(1, NOW_MS - DAY_MS, 'club');
  await set.play(2, NOW_MS - DAY_MS, 'dance');
  await set.keeper.run();
  expect(await chart(set.db)).toEqual(['1: 2', '2: 1']);
  expect(await chart(set.db, 'dance')).toEqual(['1: 1', '2: 1']);
  expect(await chart(set.db, 'club')).toEqual(['1: 1']);
  expect(await chart(set.db, 'hits')).toEqual([]);
  set.clock.advance(3 * MINUTE_MS);
  await set.keeper.run();
  expect(await chart(set.db)).toEqual(['1: 1', '2: 1']);
  expect(await chart(set.db, 'dance')).toEqual(['2: 1']);
});

test('an old journal that is drained late does not count again what has left the chart', async () => {
  await using set = await setUp();
  await set.keeper.run();
  await set.play(1, NOW_MS - 45 * DAY_MS);
  await set.play(2, NOW_MS - 5 * DAY_MS);
  await set.keeper.run();
  expect(await chart(set.db)).toEqual(['2: 1']);
});

test('a clock that had run ahead for a while costs the chart nothing', async () => {
  await using set = await setUp();
  for (let n = 0; n < 120; n++) await set.play(1 + (n % 3), NOW_MS - DAY_MS - n * 4 * MINUTE_MS);
  await set.keeper.run();
  const before = await chart(set.db);
  expect(before).toEqual(['1: 40', '2: 40', '3: 40']);
  set.clock.setWallClock(NOW_MS + 400 * DAY_MS);
  await set.keeper.run();
  expect(await chart(set.db)).toEqual([]);
  set.clock.setWallClock(NOW_MS);
  await set.keeper.run();
  expect(await chart(set.db)).toEqual(before);
});

const AHEAD_MS = NOW_MS + 40 * DAY_MS;

/** The clock runs ahead, and a hundred plays are dated by it. */
async function playAhead(set: Awaited<ReturnType<typeof setUp>>): Promise<void> {
  await set.play(1, NOW_MS - MINUTE_MS);
  set.clock.setWallClock(AHEAD_MS);
  for (let n = 0; n < 100; n++) await set.play(2, AHEAD_MS - n * MINUTE_MS);
  await set.keeper.run();
}

test('a play dated ahead counts from its instant on, whatever the clock did meanwhile', async () => {
  await using set = await setUp();
  await playAhead(set);
  expect(await chart(set.db)).toEqual(['2: 100']);
  set.clock.setWallClock(NOW_MS);
  await set.keeper.run();
  expect(await chart(set.db)).toEqual(['1: 1']);
  expect(await chart(set.db, 'dance')).toEqual(['1: 1']);
  // Drained after the clock was put right.
  for (let n = 1; n <= 100; n++) await set.play(3, AHEAD_MS + n * MINUTE_MS);
  await set.play(1, NOW_MS + MINUTE_MS);
  await set.keeper.run();
  expect(await chart(set.db)).toEqual(['1: 2']);
  const songs = await set.db.selectFrom('songs').select('id').execute();
  await set.db.transaction().execute(async (trx) => {
    for (const { id } of songs) await recountInCharts(trx, id);
  });
  expect(await chart(set.db)).toEqual(['1: 2']);
  set.clock.setWallClock(AHEAD_MS - 15 * MINUTE_MS);
  await set.keeper.run();
  expect(await chart(set.db)).toEqual(['2: 94']);
  set.clock.setWallClock(AHEAD_MS + DAY_MS);
  await set.keeper.run();
  expect(await chart(set.db)).toEqual(['2: 100', '3: 100']);
  set.clock.setWallClock(AHEAD_MS + 31 * DAY_MS);
  await set.keeper.run();
  expect(await chart(set.db)).toEqual([]);
});

test('wherever the clock is set, charts hold the plays of the window alone, and all of them', async () => {
  await using set = await setUp();
  // Dense in places, so that a step of the keeper ends between plays of one stream.
  const startedAt = Array.from({ length: 600 }, (_, n) => NOW_MS + Math.round((n - 300) ** 3 * 300));
  for (const [n, startedMs] of startedAt.entries())
    await set.play(1, startedMs, n % 5 === 0 ? 'club' : 'dance');
  for (const days of [0, 60, 59, -80, -45, 0, 29, 400, -10, 90, 31]) {
    const nowMs = NOW_MS + days * DAY_MS;
    set.clock.setWallClock(nowMs);
    await set.keeper.run();
    const inWindow = startedAt.filter(
      (ms) => ms >= nowMs - 30 * DAY_MS && ms < nowMs + CHART_AHEAD_MS,
    ).length;
    expect([days, await chart(set.db)]).toEqual([days, inWindow === 0 ? [] : [`1: ${inWindow}`]]);
  }
});

test('a like dated ahead counts from its instant on, and can be taken back before', async () => {
  await using set = await setUp();
  for (const id of ['zoe', 'max'])
    await set.db
      .insertInto('users')
      .values({ id, email: id, email_folded: id, created_ms: 0, activated_ms: 0 })
      .execute();
  await set.play(1, NOW_MS - MINUTE_MS);
  await set.keeper.run();
  const { id: songId } = await set.db
    .selectFrom('songs')
    .select('id')
    .where('folded', 'like', '%1')
    .executeTakeFirstOrThrow();
  const likedMs = NOW_MS + DAY_MS;
  for (const user_id of ['zoe', 'max'])
    await set.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('votes')
        .values({ user_id, song_id: songId, week: '2026-W48', vote: 'like', voted_ms: likedMs })
        .execute();
      await countLikes(trx, [{ songId, likedMs }], 1);
    });
  expect(await chart(set.db)).toEqual(['1: 1']);
  await set.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('votes').where('user_id', '=', 'max').execute();
    await countLikes(trx, [{ songId, likedMs }], -1);
  });
  set.clock.advance(DAY_MS);
  await set.keeper.run();
  expect(await chart(set.db)).toEqual(['1: 1♥']);
});

test('a database whose charts counted what is dated ahead is put right by the next start', async () => {
  await using set = await setUp();
  await playAhead(set);
  // As an earlier version left it: all plays since the window's first instant.
  set.clock.setWallClock(NOW_MS);
  await set.keeper.run();
  const counted = { folded: 'artist - title 2', plays: 100, likes: 0 };
  const { id } = await set.db
    .selectFrom('songs')
    .select('id')
    .where('folded', 'like', '%2')
    .executeTakeFirstOrThrow();
  for (const scope of ['all', 'dance'] as const)
    await set.db
      .insertInto('chart_counts')
      .values({ scope, song_id: id, ...counted })
      .execute();
  await set.newKeeper().run();
  expect(await chart(set.db)).toEqual(['1: 1']);
  expect(await chart(set.db, 'dance')).toEqual(['1: 1']);
});

betweenTransactions.each([
  ['put right', NOW_MS],
  ['counted as the clock comes to it', AHEAD_MS - 15 * MINUTE_MS],
])('what is dated ahead and %s holds its song before the charts, as a vote does', async (_, nowMs) => {
  await using set = await setUp();
  await set.play(2, NOW_MS - 2 * MINUTE_MS);
  await playAhead(set);
  set.clock.setWallClock(NOW_MS);
  await set.keeper.run();
  set.clock.setWallClock(nowMs);
  const naming = await hold(set.db, (trx) =>
    lockRows(trx, trx.selectFrom('songs').select('id').where('folded', 'like', '%2')).execute(),
  );
  const keeping = (nowMs === NOW_MS ? set.newKeeper() : set.keeper).run();
  await naming.waiting(1);
  const areFree = await areChartsFree(set.db);
  await naming.release();
  await keeping;
  expect(areFree).toBe(true);
  expect(await chart(set.db)).toEqual(nowMs === NOW_MS ? ['1: 1', '2: 1'] : ['2: 94']);
});

betweenTransactions('a like dated ahead holds its song before the charts, too', async () => {
  await using set = await setUp();
  await set.play(1, NOW_MS - 45 * DAY_MS);
  await set.keeper.run();
  const { id: song_id } = await set.db.selectFrom('songs').select('id').executeTakeFirstOrThrow();
  const zoe = { id: 'zoe', email: '', email_folded: '', created_ms: 0, activated_ms: 0 };
  await set.db.insertInto('users').values(zoe).execute();
  await set.db
    .insertInto('votes')
    .values({ user_id: 'zoe', song_id, week: '2026-W48', vote: 'like', voted_ms: NOW_MS + DAY_MS })
    .execute();
  set.clock.advance(DAY_MS);
  const naming = await hold(set.db, (trx) =>
    lockRows(trx, trx.selectFrom('songs').select('id').where('id', '=', song_id)).execute(),
  );
  const keeping = set.keeper.run();
  await naming.waiting(1);
  const areFree = await areChartsFree(set.db);
  await naming.release();
  await keeping;
  expect(areFree).toBe(true);
});

test('several web processes that keep the same charts count each play once', async () => {
  await using set = await setUp();
  for (let n = 0; n < 300; n++) await set.play(1, NOW_MS - 32 * DAY_MS + n * 15 * MINUTE_MS);
  const keepers = [set.keeper, set.newKeeper(), set.newKeeper()];
  await Promise.all(keepers.map((keeper) => keeper.run()));
  const left = Array.from({ length: 300 }, (_, n) => -32 * DAY_MS + n * 15 * MINUTE_MS);
  expect(await chart(set.db)).toEqual([`1: ${left.filter((ms) => ms >= -30 * DAY_MS).length}`]);
});

test('a like moves a song above those with as many plays on every stream, and leaves with its 30 days', async () => {
  await using set = await setUp();
  const row = { email: '', email_folded: '', created_ms: 0, activated_ms: 0 };
  await set.db
    .insertInto('users')
    .values({ id: 'zoe', ...row })
    .execute();
  const vote = (songId: number, votedMs: number, said: Vote) =>
    set.db
      .insertInto('votes')
      .values({ user_id: 'zoe', song_id: songId, week: String(votedMs), vote: said, voted_ms: votedMs });
  const like = (songId: number, likedMs: number) =>
    set.db.transaction().execute(async (trx) => {
      await trx.executeQuery(vote(songId, likedMs, 'like'));
      await countLikes(trx, [{ songId, likedMs }], 1);
    });
  await set.keeper.run();
  const ids = await set.db.selectFrom('songs').select('id').orderBy('folded').execute();
  await like(ids[2]?.id ?? 0, NOW_MS - 30 * DAY_MS + MINUTE_MS);
  await like(ids[1]?.id ?? 0, NOW_MS - 31 * DAY_MS);
  await vote(ids[0]?.id ?? 0, NOW_MS - 30 * DAY_MS + MINUTE_MS, 'dislike').execute();
  for (const number of [1, 2, 3]) await set.play(number, NOW_MS - number * MINUTE_MS);
  await set.keeper.run();
  expect(await chart(set.db)).toEqual(['3: 1♥', '1: 1', '2: 1']);
  expect(await chart(set.db, 'dance')).toEqual(['3: 1♥', '1: 1', '2: 1']);
  set.clock.advance(2 * MINUTE_MS);
  await set.keeper.run();
  expect(await chart(set.db)).toEqual(['1: 1', '2: 1', '3: 1']);
});

test('all likes of a member can be taken back at once, those of songs liked in two weeks too', async () => {
  await using set = await setUp();
  await set.keeper.run();
  const numbers = Array.from({ length: 1_201 }, (_, n) => n + 10);
  const name = (id: number) => `song-${id}`;
  await set.db
    .insertInto('songs')
    .values(
      numbers.map((id) => ({
        id,
        full_title: name(id),
        folded: name(id),
        slug: name(id),
        artist: '',
        artist_folded: '',
        title: name(id),
        added_ms: 0,
      })),
    )
    .execute();
  const likes = numbers.flatMap((songId) => [
    { songId, likedMs: NOW_MS },
    { songId, likedMs: NOW_MS - (songId % 2 === 0 ? 7 : 40) * DAY_MS },
  ]);
  const total = async () => {
    const rows = await set.db.selectFrom('chart_counts').select(['scope', 'likes']).execute();
    return [rows.length, rows.reduce((sum, row) => sum + row.likes, 0)];
  };
  const count = (by: 1 | -1, counted = likes) =>
    set.db.transaction().execute((trx) => countLikes(trx, counted, by));
  await count(1);
  expect(await total()).toEqual([1_201, 1_802]);
  await count(1, likes.slice(0, 1));
  await count(-1);
  expect(await total()).toEqual([1, 1]);
});

test('when a week is over in the station’s time zone, its chart is written once and never changes', async () => {
  await using set = await setUp();
  const endMs = Date.UTC(2026, 10, 22, 23);
  await set.play(1, endMs - DAY_MS);
  await set.play(2, endMs - 8 * DAY_MS);
  await set.play(2, endMs - 9 * DAY_MS, 'club');
  await set.play(3, endMs);
  await set.keeper.run();
  expect(await week(set.db, '2026-W47')).toEqual([]);
  set.clock.setWallClock(endMs + 4 * MINUTE_MS);
  await set.keeper.run();
  expect(await week(set.db, '2026-W47')).toEqual([]);
  set.clock.setWallClock(endMs + 6 * MINUTE_MS);
  await Promise.all([set.keeper.run(), set.newKeeper().run()]);
  const written = await week(set.db, '2026-W47');
  expect(written.map(({ rank, plays }) => [rank, plays])).toEqual([
    [1, 2],
    [2, 1],
  ]);
  expect(await week(set.db, '2026-W47', 'club')).toHaveLength(1);
  expect(await week(set.db, '2026-W47', 'trance')).toEqual([]);
  await set.play(1, endMs - 2 * DAY_MS);
  await set.play(1, endMs - 3 * DAY_MS);
  await set.keeper.run();
  expect(await week(set.db, '2026-W47')).toEqual(written);
});

betweenTransactions('songs of a written week are held in their order, as by who names them', async () => {
  await using set = await setUp();
  for (const [hours, song] of [1, 2, 2].entries()) await set.play(song, NOW_MS - (3 - hours) * HOUR_MS);
  await set.keeper.run();
  const lock = (db: Database, song: number) =>
    db.selectFrom('songs').select('id').where('folded', 'like', `%${song}`).forUpdate();
  const naming = await hold(set.db, (trx) => lock(trx, 1).execute());
  set.clock.advance(3 * DAY_MS);
  const keeping = set.keeper.run();
  await naming.waiting(1);
  const second = await lock(set.db, 2).skipLocked().execute();
  await naming.release();
  await keeping;
  expect(second).toHaveLength(1);
  expect((await week(set.db, '2026-W47')).map(({ plays }) => plays)).toEqual([2, 1]);
});

test('a week waits for the last plays of a radio on another machine, for a day at most', async () => {
  await using set = await setUp();
  const endMs = Date.UTC(2026, 10, 22, 23);
  await set.play(1, endMs - DAY_MS);
  // What a clock that ran ahead has dated is no sign that the week is complete.
  await set.play(3, endMs + 400 * DAY_MS);
  set.clock.setWallClock(endMs + HOUR_MS);
  await set.keeper.run();
  expect(await week(set.db, '2026-W47')).toEqual([]);
  await set.play(2, endMs - 2 * MINUTE_MS);
  await set.play(3, endMs + MINUTE_MS, 'club');
  await set.keeper.run();
  expect(await week(set.db, '2026-W47')).toHaveLength(2);
  // Silent from then on.
  const nextEndMs = endMs + 7 * DAY_MS;
  set.clock.setWallClock(nextEndMs + DAY_MS - MINUTE_MS);
  await set.keeper.run();
  expect(await week(set.db, '2026-W48')).toEqual([]);
  set.clock.setWallClock(nextEndMs + DAY_MS);
  await set.keeper.run();
  expect(await week(set.db, '2026-W48')).toHaveLength(3);
});

test('a station that was away for weeks has each of their charts afterwards, as far as anything was played', async () => {
  await using set = await setUp();
  await set.play(1, Date.UTC(2026, 6, 1));
  await set.play(2, Date.UTC(2026, 9, 20));
  await set.keeper.run();
  const weeks = await set.db.selectFrom('chart_weeks').select('week').orderBy('week').execute();
  expect(weeks.map((one) => one.week)).toEqual([
    '2026-W27',
    '2026-W28',
    '2026-W29',
    '2026-W30',
    '2026-W43',
    '2026-W44',
    '2026-W45',
    '2026-W46',
  ]);
});

test('years in which a radio was away are passed over at once', async () => {
  await using set = await setUp();
  await set.play(1, Date.UTC(2021, 0, 1));
  await set.play(2, Date.UTC(2026, 9, 20));
  await set.keeper.run();
  const weeks = await set.db.selectFrom('chart_weeks').select('week').orderBy('week').execute();
  const written = weeks.map((one) => one.week);
  expect(written.slice(0, 2)).toEqual(['2020-W53', '2021-W01']);
  expect(written.slice(-4)).toEqual(['2026-W43', '2026-W44', '2026-W45', '2026-W46']);
  let asked = 0;
  const watched = set.db.withPlugin({
    transformQuery: ({ node }) => {
      asked += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  expect(await findDueWeeks(watched, 'Europe/Paris', NOW_MS)).toEqual([]);
  expect(asked).toBeLessThan(4 * STREAM_IDS.length);
});

test('what a clock that ran ahead has written of a week is taken back, and written when the week is over [W120]', async () => {
  await using set = await setUp();
  const { db, clock, data, logger } = set;
  const keeper = set.newKeeper(new BelievedNow({ db, clock, logger, journalFolder: data.folder.journal }));
  const weeks = async () =>
    (await db.selectFrom('chart_weeks').select('week').orderBy('week').execute()).map((one) => one.week);
  await set.play(1, NOW_MS - 8 * DAY_MS);
  await set.play(1, NOW_MS - MINUTE_MS);
  await keeper.run();
  expect(await weeks()).toEqual(['2026-W46']);
  clock.setWallClock(NOW_MS + 20 * DAY_MS);
  await keeper.run();
  clock.setWallClock(NOW_MS);
  await keeper.run();
  expect(await weeks()).toEqual(['2026-W46']);
  await set.play(1, NOW_MS + MINUTE_MS);
  await set.play(2, NOW_MS + 40 * HOUR_MS);
  for (let hours = 0; hours < 48; hours += 12) {
    clock.advance(DAY_MS / 2);
    await keeper.run();
  }
  expect(await weeks()).toEqual(['2026-W46', '2026-W47']);
  const plays = await db
    .selectFrom('chart_entries')
    .select('plays')
    .where('week', '=', '2026-W47')
    .where('scope', '=', 'all')
    .execute();
  expect(plays).toEqual([{ plays: 3 }]);
});

test('a week that a clock less than a day ahead ended too early is taken back, and holds its last plays [W120]', async () => {
  await using set = await setUp();
  const { db, clock, data, logger } = set;
  const keeper = set.newKeeper(new BelievedNow({ db, clock, logger, journalFolder: data.folder.journal }));
  const sundayMs = NOW_MS + DAY_MS;
  const endMs = Date.UTC(2026, 10, 22, 23);
  const weeksAt = async (nowMs: number) => {
    clock.setWallClock(nowMs);
    await keeper.run();
    return (await db.selectFrom('chart_weeks').select('week').execute()).map((one) => one.week);
  };
  await set.play(1, NOW_MS);
  expect(await weeksAt(sundayMs)).toEqual([]);
  await set.play(3, sundayMs + 14 * HOUR_MS);
  expect(await weeksAt(sundayMs + 14 * HOUR_MS)).toEqual(['2026-W47']);
  expect(await weeksAt(sundayMs)).toEqual([]);
  await set.play(2, endMs - HOUR_MS);
  await set.play(2, endMs - 2 * HOUR_MS);
  await set.play(1, endMs + MINUTE_MS);
  expect(await weeksAt(endMs + 6 * MINUTE_MS)).toEqual(['2026-W47']);
  expect((await week(db, '2026-W47')).map(({ plays }) => plays)).toEqual([2, 1]);
});

test('a clock that was set back takes no chart back that was written by a time that was believed [W120]', async () => {
  await using set = await setUp();
  const { db, clock, data, logger } = set;
  const keeper = set.newKeeper(new BelievedNow({ db, clock, logger, journalFolder: data.folder.journal }));
  await set.play(1, NOW_MS - 8 * DAY_MS);
  await set.play(1, NOW_MS - MINUTE_MS);
  await keeper.run();
  clock.setWallClock(NOW_MS - 60 * DAY_MS);
  await keeper.run();
  expect(await db.selectFrom('chart_weeks').select('week').execute()).toEqual([{ week: '2026-W46' }]);
});

test('among equals a weekly chart goes by title, and stops at 20', async () => {
  await using set = await setUp();
  const records = Array.from({ length: 30 }, (_, n) => mediaRecord(100 + n, 'Éq', `Titre ${String(99 - n)}`));
  await set.data.addMedia(...records);
  for (const [n, record] of records.entries())
    await set.data.play(journalEntry(record, 'dance', NOW_MS - 9 * DAY_MS + n * MINUTE_MS));
  await set.keeper.run();
  const titles = await set.db
    .selectFrom('chart_entries')
    .innerJoin('songs', 'songs.id', 'song_id')
    .select('title')
    .where('week', '=', '2026-W46')
    .where('scope', '=', 'all')
    .orderBy('rank')
    .execute();
  expect(titles.map(({ title }) => title)).toEqual(Array.from({ length: 20 }, (_, n) => `Titre ${70 + n}`));
});

test('a database from before the charts starts with the counts of its plays', async () => {
  await using set = await setUp();
  await set.play(1, NOW_MS - DAY_MS);
  await set.play(1, NOW_MS - 2 * DAY_MS, 'club');
  await set.play(2, NOW_MS - 90 * DAY_MS);
  await set.keeper.run();
  for (const table of ['chart_entries', 'chart_weeks', 'chart_counts', 'chart_window'])
    await set.db.schema.dropTable(table).execute();
  const remade = migrations(createLogger({ level: 'silent', part: 'test' }))['003-charts'];
  await set.db.transaction().execute(async (trx) => remade?.up(trx));
  expect(await chart(set.db)).toEqual(['1: 2']);
  expect(await chart(set.db, 'club')).toEqual(['1: 1']);
  await set.newKeeper().run();
  expect(await chart(set.db)).toEqual(['1: 2']);
});

test('the chart is read in the order of its index, not sorted', async () => {
  await using set = await setUp();
  const query = sql`select song_id from chart_counts where scope = 'all' and plays > 0
    order by plays desc, likes desc, folded limit 20`;
  if (engineOf(set.db) === 'postgres') await sql`set enable_sort = off`.execute(set.db);
  const explain = engineOf(set.db) === 'postgres' ? sql`explain ${query}` : sql`explain query plan ${query}`;
  const plan = JSON.stringify((await explain.execute(set.db)).rows);
  expect(plan).toContain('chart_counts_by_rank');
  expect(plan).not.toMatch(/Sort|TEMP B-TREE/);
});
