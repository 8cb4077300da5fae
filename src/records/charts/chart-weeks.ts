import { setImmediate } from 'node:timers/promises';
import { TOP_COUNT } from '#src/contract/limits.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import type { Database } from '#src/db/database.ts';
import type { ChartEntriesTable } from '#src/db/schema/charts-tables.ts';
import { type IsoWeek, isoWeekAt, isoWeekPlus, isoWeekStartMs } from '#src/platform/time-zone/iso-week.ts';
import { CHART_WINDOW_MS, candidatesFor, compareScores } from './chart-order.ts';
import { likesBetween } from './likes-between.ts';

/** SQL statements take at least this many values on both engines. */
const IDS_A_QUERY = 500;

export interface WeekWriting {
  readonly db: Database;
  readonly timezone: string;
  readonly nowMs: number;
  isStopped(): boolean;
}

/** The weeks that are over and still without a chart, since the first play. */
export async function findDueWeeks(db: Database, timezone: string, nowMs: number): Promise<IsoWeek[]> {
  const firstMs = await firstPlayMs(db);
  if (firstMs === null) return [];
  const rows = await db.selectFrom('chart_weeks').select('week').execute();
  const written = new Set(rows.map(({ week }) => week));
  const running = isoWeekAt(nowMs, timezone);
  const due: IsoWeek[] = [];
  for (let week = isoWeekAt(firstMs, timezone); week < running; week = isoWeekPlus(week, 1))
    if (!written.has(week)) due.push(week);
  return due;
}

/**
 * Writes the charts as they stood when the week ended, once and for ever. False when it has none, because nothing had
 * been played for 30 days. Of several processes that do it at once, one does.
 */
export async function writeWeek(week: IsoWeek, writing: WeekWriting): Promise<boolean> {
  const { db, timezone, nowMs } = writing;
  const untilMs = isoWeekStartMs(isoWeekPlus(week, 1), timezone);
  const fromMs = untilMs - CHART_WINDOW_MS;
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
    if (written.length > 0) await trx.insertInto('chart_entries').values(entries).execute();
  });
  return true;
}

async function firstPlayMs(db: Database): Promise<number | null> {
  let firstMs: number | null = null;
  for (const streamId of STREAM_IDS) {
    const play = await db
      .selectFrom('plays')
      .select('started_ms')
      .where('stream_id', '=', streamId)
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
