import type { StreamId } from '#src/contract/streams.ts';
import type { Database } from '#src/db/database.ts';
import { lockRows } from '#src/db/engine.ts';
import type { ChartScope } from '#src/db/schema/charts-tables.ts';
import { CHART_AHEAD_MS, CHART_WINDOW_MS } from './chart-weeks.ts';

/** Both engines take some 30,000 values in a statement; a row has five. */
const SONGS_A_STATEMENT = 500;

export interface CountedPlay {
  readonly stream_id: StreamId;
  readonly song_id: number;
  readonly started_ms: number;
}

/** What the running charts count: from the first instant to the one behind the last. */
interface ChartWindow {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The window that begins at an instant. What is dated later counts once the window has come to it. */
export function chartWindowFrom(fromMs: number): ChartWindow {
  return { fromMs, untilMs: fromMs + CHART_WINDOW_MS + CHART_AHEAD_MS };
}

function isWithin({ fromMs, untilMs }: ChartWindow, ms: number): boolean {
  return ms >= fromMs && ms < untilMs;
}

/** Counts plays that have just become rows, in the transaction that wrote them. Each play once. */
export async function countInCharts(trx: Database, plays: readonly CountedPlay[]): Promise<void> {
  if (plays.length === 0) return;
  const window = await lockChartWindow(trx);
  await addPlays(
    trx,
    plays.filter(({ started_ms }) => isWithin(window, started_ms)),
    1,
  );
}

/**
 * Counts likes (`by` 1), or takes them back (-1), in the transaction that writes the votes. `likedMs` is when the vote
 * was given: a like from outside the window changes nothing.
 */
export async function countLikes(
  trx: Database,
  likes: readonly { songId: number; likedMs: number }[],
  by: 1 | -1,
): Promise<void> {
  if (likes.length === 0) return;
  const window = await lockChartWindow(trx);
  const changes = new Map<number, number>();
  for (const { songId, likedMs } of likes)
    if (isWithin(window, likedMs)) changes.set(songId, (changes.get(songId) ?? 0) + by);
  await addLikes(trx, changes);
}

/** Counts a song anew after plays or votes have moved from it or to it. */
export async function recountInCharts(trx: Database, songId: number): Promise<void> {
  const { fromMs, untilMs } = await lockChartWindow(trx);
  await trx.deleteFrom('chart_counts').where('song_id', '=', songId).execute();
  const plays = await trx
    .selectFrom('plays')
    .select(['stream_id', 'song_id', 'started_ms'])
    .where('song_id', '=', songId)
    .where('started_ms', '>=', fromMs)
    .where('started_ms', '<', untilMs)
    .execute();
  await addPlays(trx, plays, 1);
  const { likes } = await trx
    .selectFrom('votes')
    .select(({ fn }) => fn.countAll<number>().as('likes'))
    .where('song_id', '=', songId)
    .where('vote', '=', 'like')
    .where('voted_ms', '>=', fromMs)
    .where('voted_ms', '<', untilMs)
    .executeTakeFirstOrThrow();
  if (likes > 0) await addLikes(trx, new Map([[songId, likes]]));
}

/** The charts' window, locked until the transaction ends: no other process counts meanwhile. */
export async function lockChartWindow(trx: Database): Promise<ChartWindow> {
  const { from_ms } = await lockRows(
    trx,
    trx.selectFrom('chart_window').select('from_ms').where('id', '=', 1),
  ).executeTakeFirstOrThrow();
  return chartWindowFrom(from_ms);
}

/** `by` is 1 for plays that come into the window, -1 for those that leave it. The caller holds the window. */
export async function addPlays(trx: Database, plays: readonly CountedPlay[], by: 1 | -1): Promise<void> {
  if (plays.length === 0) return;
  const counts = new Map<string, { scope: ChartScope; song_id: number; plays: number }>();
  for (const { stream_id, song_id } of plays) {
    for (const scope of [stream_id, 'all'] as const) {
      const key = `${scope} ${song_id}`;
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { scope, song_id, plays: by });
      else known.plays += by;
    }
  }
  const songIds = [...new Set(plays.map(({ song_id }) => song_id))];
  const songs = await songsWithLikes(trx, songIds);
  await trx
    .insertInto('chart_counts')
    .values(
      [...counts.values()].map((count) => {
        const song = songs.get(count.song_id);
        if (song === undefined) throw new Error(`There is no song ${count.song_id}.`);
        return { ...count, ...song };
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['scope', 'song_id']).doUpdateSet((eb) => ({
        plays: eb('chart_counts.plays', '+', eb.ref('excluded.plays')),
      })),
    )
    .execute();
  if (by < 0) await dropEmpty(trx, songIds);
}

/** Changes the likes of each song by that many. The caller holds the window. */
export async function addLikes(trx: Database, changes: ReadonlyMap<number, number>): Promise<void> {
  const songsOf = Map.groupBy(changes, ([, likes]) => likes);
  for (const [likes, songs] of songsOf) {
    const songIds = songs.map(([songId]) => songId);
    for (let from = 0; from < songIds.length; from += SONGS_A_STATEMENT)
      await addSameLikes(trx, songIds.slice(from, from + SONGS_A_STATEMENT), likes);
  }
}

async function addSameLikes(trx: Database, songIds: readonly number[], likes: number): Promise<void> {
  const songs = await songsWithLikes(trx, songIds);
  if (songs.size === 0) return;
  const rows = [...songs].map(([song_id, { folded }]) => ({ scope: 'all' as const, song_id, folded }));
  await trx
    .insertInto('chart_counts')
    .values(rows.map((row) => ({ ...row, plays: 0, likes: 0 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await trx
    .updateTable('chart_counts')
    .set((eb) => ({ likes: eb('likes', '+', likes) }))
    .where('song_id', 'in', songIds)
    .execute();
  await dropEmpty(trx, songIds);
}

/** What a new row of each song begins with. Its likes are those of the row over all streams. */
async function songsWithLikes(
  trx: Database,
  songIds: readonly number[],
): Promise<ReadonlyMap<number, { folded: string; likes: number }>> {
  if (songIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('songs')
    .leftJoin('chart_counts', (join) =>
      join.onRef('chart_counts.song_id', '=', 'songs.id').on('chart_counts.scope', '=', 'all'),
    )
    .select(['songs.id', 'songs.folded', 'chart_counts.likes'])
    .where('songs.id', 'in', songIds)
    .execute();
  return new Map(rows.map(({ id, folded, likes }) => [id, { folded, likes: likes ?? 0 }]));
}

/** A song that is liked but not played keeps its row over all streams, and no other. */
async function dropEmpty(trx: Database, songIds: readonly number[]): Promise<void> {
  if (songIds.length === 0) return;
  await trx
    .deleteFrom('chart_counts')
    .where('song_id', 'in', songIds)
    .where('plays', '<=', 0)
    .where((eb) => eb.or([eb('scope', '<>', 'all'), eb('likes', '<=', 0)]))
    .execute();
}
