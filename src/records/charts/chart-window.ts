import { setImmediate } from 'node:timers/promises';
import { STREAM_IDS } from '#src/contract/streams.ts';
import type { Database } from '#src/db/database.ts';
import { addLikes, addPlays, type CountedPlay, lockChartWindow } from './chart-counts.ts';
import { likesBetween } from './likes-between.ts';

/** Plays of each stream a transaction: other requests are answered between two of them. */
const STEP = 40;

/**
 * Makes `toMs` the first instant of what the charts count: takes away what has become too old, or brings back what a
 * clock that had run ahead took away. Any number of processes may do it at once.
 */
export async function moveChartWindow(
  db: Database,
  toMs: number,
  options: { isStopped(): boolean },
): Promise<void> {
  const step = (trx: Database) => moveStep(trx, toMs);
  while (!options.isStopped() && (await db.transaction().execute(step))) await setImmediate();
}

/** False when the window is where it should be. */
async function moveStep(trx: Database, toMs: number): Promise<boolean> {
  const fromMs = await lockChartWindow(trx);
  if (fromMs === toMs) return false;
  const forward = toMs > fromMs;
  const [lowMs, highMs] = forward ? [fromMs, toMs] : [toMs, fromMs];
  const slices = [];
  for (const streamId of STREAM_IDS) slices.push(await playsBetween(trx, streamId, lowMs, highMs, forward));
  const ends = slices.flatMap((slice) => (slice.length < STEP ? [] : (slice.at(-1)?.started_ms ?? [])));
  const nextMs = forward ? Math.min(toMs, ...ends) : Math.max(toMs, ...ends);
  const passed = slices
    .flat()
    .filter(({ started_ms }) => (forward ? started_ms < nextMs : started_ms >= nextMs));
  await addPlays(trx, passed, forward ? -1 : 1);
  const likes = await likesBetween(trx, Math.min(fromMs, nextMs), Math.max(fromMs, nextMs));
  await addLikes(trx, new Map([...likes].map(([songId, count]) => [songId, forward ? -count : count])));
  await trx.updateTable('chart_window').set({ from_ms: nextMs }).where('id', '=', 1).execute();
  return nextMs !== toMs;
}

async function playsBetween(
  trx: Database,
  streamId: CountedPlay['stream_id'],
  lowMs: number,
  highMs: number,
  forward: boolean,
): Promise<CountedPlay[]> {
  return trx
    .selectFrom('plays')
    .select(['stream_id', 'song_id', 'started_ms'])
    .where('stream_id', '=', streamId)
    .where('started_ms', '>=', lowMs)
    .where('started_ms', '<', highMs)
    .orderBy('started_ms', forward ? 'asc' : 'desc')
    .limit(STEP)
    .execute();
}
