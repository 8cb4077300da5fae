import { setImmediate } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { TOP_COUNT } from '#src/contract/limits.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import type { Database } from '#src/db/database.ts';
import type { ChartEntriesTable } from '#src/db/schema/charts-tables.ts';
import { type IsoWeek, isoWeekAt, isoWeekPlus, isoWeekStartMs } from '#src/platform/time-zone/iso-week.ts';
import { keepSongs } from '#src/records/songs/find-song.ts';

/** The time over which a chart counts plays and likes [R31, W26]. */
export const CHART_WINDOW_MS = 30 * DAY_MS;
/** How far ahead of the clock a play or like may be dated to count at once: clocks differ, and a keeper may be late. */
export const CHART_AHEAD_MS = 10 * MINUTE_MS;

/** How long after midnight a week is written down: its last plays have come out of the journal by then. */
export const WEEK_SETTLES_MS = 5 * MINUTE_MS;
/** [R31] How long a week waits for a play of the next: the journal of a radio on another machine may come late. */
const WEEK_WAITS_MS = DAY_MS;

/** The figures that decide a rank. */
export interface ChartScore {
  readonly plays: number;
  readonly likes: number;
}

/**
 * Orders by plays, then by likes: negative when `a` ranks above `b`, positive when below, 0 when the title decides.
 */
export function compareScores(a: ChartScore, b: ChartScore): number {
  return b.plays - a.plays || b.likes - a.likes;
}

/** The ids that can reach the first `count` ranks: those with at least as many plays as the last of them. */
export function candidatesFor<Id>(count: number, plays: ReadonlyMap<Id, number>): Id[] {
  const most = [...plays.values()].sort((a, b) => b - a);
  const atLeast = most[count - 1] ?? 0;
  return [...plays].flatMap(([id, times]) => (times >= atLeast ? [id] : []));
}

/** Both engines accept at least this many values in one statement. */
const IDS_A_QUERY = 500;

export interface WeekWriting {
  readonly db: Database;
  readonly timezone: string;
  readonly nowMs: number;
  isStopped(): boolean;
}

/**
 * The weeks that are over, settled and still without a chart, as far as anything was played for 30 days. Years in which
 * nothing was are passed over at once: a radio was away, or an earlier version has plays of before a clock was set
 * [W215].
 */
export async function findDueWeeks(db: Database, timezone: string, nowMs: number): Promise<IsoWeek[]> {
  const firstMs = await firstPlayMs(db, Number.MIN_SAFE_INTEGER);
  if (firstMs === null) return [];
  const rows = await db.selectFrom('chart_weeks').select('week').execute();
  const written = new Set(rows.map(({ week }) => week));
  const running = isoWeekAt(nowMs - WEEK_SETTLES_MS, timezone);
  const due: IsoWeek[] = [];
  for (let week = isoWeekAt(firstMs, timezone); week < running; week = isoWeekPlus(week, 1)) {
    if (written.has(week)) continue;
    const { fromMs, untilMs } = chartSpan(week, timezone);
    const nextMs = await firstPlayMs(db, fromMs);
    if (nextMs === null) break;
    if (nextMs >= untilMs) week = isoWeekPlus(isoWeekAt(nextMs, timezone), -1);
    else if (await isSettled(db, untilMs, nowMs)) due.push(week);
  }
  return due;
}

/** Whether the plays before an instant are all there; one that a clock ahead of time has dated tells nothing of it. */
async function isSettled(db: Database, untilMs: number, nowMs: number): Promise<boolean> {
  if (nowMs >= untilMs + WEEK_WAITS_MS) return true;
  const nextMs = await firstPlayMs(db, untilMs);
  return nextMs !== null && nextMs <= nowMs + CHART_AHEAD_MS;
}

/** What the chart of a week counts. */
function chartSpan(week: IsoWeek, timezone: string): { fromMs: number; untilMs: number } {
  const untilMs = isoWeekStartMs(isoWeekPlus(week, 1), timezone);
  return { fromMs: untilMs - CHART_WINDOW_MS, untilMs };
}

/**
 * Removes the charts of weeks that end after this instant: a clock that ran ahead has written them, and they are
 * written again when they are over.
 */
export async function takeBackWeeks(db: Database, latestMs: number): Promise<boolean> {
  const early = db.selectFrom('chart_weeks').select('week').where('until_ms', '>', latestMs);
  if ((await early.executeTakeFirst()) === undefined) return false;
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('chart_entries').where('week', 'in', early).execute();
    await trx.deleteFrom('chart_weeks').where('until_ms', '>', latestMs).execute();
  });
  return true;
}

/**
 * Writes the charts as they stood when the week ended, once and for ever; when several processes try, one of them does.
 * False when the week has none, because nothing had been played for 30 days.
 */
export async function writeWeek(week: IsoWeek, writing: WeekWriting): Promise<boolean> {
  const { db, timezone, nowMs } = writing;
  const { fromMs, untilMs } = chartSpan(week, timezone);
  const likes = await likesBetween(db, fromMs, untilMs);
  const all = new Map<number, number>();
  const entries: ChartEntriesTable[] = [];
  for (const streamId of STREAM_IDS) {
    if (writing.isStopped()) return false;
    const plays = await countPlaysOf(db, streamId, fromMs, untilMs);
    for (const [songId, count] of plays) all.set(songId, (all.get(songId) ?? 0) + count);
    for (const ranked of await ranksOf(db, plays, likes)) entries.push({ week, scope: streamId, ...ranked });
    await setImmediate();
  }
  for (const ranked of await ranksOf(db, all, likes)) entries.push({ week, scope: 'all', ...ranked });
  if (entries.length === 0) return false;
  await db.transaction().execute(async (trx) => {
    const written = await trx
      .insertInto('chart_weeks')
      .values({ week, from_ms: fromMs, until_ms: untilMs, written_ms: nowMs })
      .onConflict((conflict) => conflict.column('week').doNothing())
      .returning('week')
      .execute();
    if (written.length === 0) return;
    await keepSongs(
      trx,
      entries.map(({ song_id }) => song_id),
    );
    await trx.insertInto('chart_entries').values(entries).execute();
  });
  return true;
}

/** When the first play from an instant on began; null where there is none. */
async function firstPlayMs(db: Database, fromMs: number): Promise<number | null> {
  let firstMs: number | null = null;
  for (const streamId of STREAM_IDS) {
    const play = await db
      .selectFrom('plays')
      .select('started_ms')
      .where('stream_id', '=', streamId)
      .where('started_ms', '>=', fromMs)
      .orderBy('started_ms')
      .limit(1)
      .executeTakeFirst();
    if (play !== undefined) firstMs = Math.min(firstMs ?? play.started_ms, play.started_ms);
  }
  return firstMs;
}

async function countPlaysOf(
  db: Database,
  streamId: (typeof STREAM_IDS)[number],
  fromMs: number,
  untilMs: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('plays')
    .select(({ fn }) => ['song_id', fn.countAll<number>().as('plays')])
    .where('stream_id', '=', streamId)
    .where('started_ms', '>=', fromMs)
    .where('started_ms', '<', untilMs)
    .groupBy('song_id')
    .execute();
  return new Map(rows.map(({ song_id, plays }) => [song_id, plays]));
}

type Ranked = Pick<ChartEntriesTable, 'rank' | 'song_id' | 'plays' | 'likes'>;

async function ranksOf(
  db: Database,
  plays: ReadonlyMap<number, number>,
  likes: ReadonlyMap<number, number>,
): Promise<Ranked[]> {
  const folded = await foldedTitles(db, candidatesFor(TOP_COUNT, plays));
  return [...folded]
    .map(([song_id, title]) => ({
      song_id,
      title,
      plays: plays.get(song_id) ?? 0,
      likes: likes.get(song_id) ?? 0,
    }))
    .sort((a, b) => compareScores(a, b) || Buffer.compare(Buffer.from(a.title), Buffer.from(b.title)))
    .slice(0, TOP_COUNT)
    .map(({ song_id, plays: count, likes: liked }, index) => ({
      rank: index + 1,
      song_id,
      plays: count,
      likes: liked,
    }));
}

async function foldedTitles(db: Database, songIds: readonly number[]): Promise<Map<number, string>> {
  const titles = new Map<number, string>();
  for (let from = 0; from < songIds.length; from += IDS_A_QUERY) {
    const rows = await db
      .selectFrom('songs')
      .select(['id', 'folded'])
      .where('id', 'in', songIds.slice(from, from + IDS_A_QUERY))
      .execute();
    for (const { id, folded } of rows) titles.set(id, folded);
    await setImmediate();
  }
  return titles;
}

/** Likes given from one instant up to another (exclusive), by song. */
export async function likesBetween(
  db: Database,
  fromMs: number,
  untilMs: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('votes')
    .select(({ fn }) => ['song_id', fn.countAll<number>().as('likes')])
    .where('voted_ms', '>=', fromMs)
    .where('voted_ms', '<', untilMs)
    .where('vote', '=', 'like')
    .groupBy('song_id')
    .execute();
  return new Map(rows.map(({ song_id, likes }) => [song_id, likes]));
}
