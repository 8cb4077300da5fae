import type { Database } from '#src/db/database.ts';
import { lockRows } from '#src/db/engine.ts';
import { lockChartWindow } from '#src/records/charts/chart-counts.ts';
import type { Song } from '#src/records/songs/find-song.ts';
import { type NamedMedia, readNamedMedia } from './named-media.ts';
import { type NamingStep, planNames } from './naming-plan.ts';
import { NamingWork } from './naming-work.ts';

/**
 * Names the songs of these recordings, and notes what else waits with them as done. In one transaction, so that no
 * reader sees a name that nobody has.
 */
export async function takeNames(
  trx: Database,
  mediaIds: readonly string[],
  atRest: boolean,
): Promise<{ hasDone: boolean; hasLeft: boolean }> {
  const asked = await readNamedMedia(trx, { ids: mediaIds });
  const subjects = [...new Set(asked.flatMap(({ song_id }) => song_id ?? []))];
  const own = await readNamedMedia(trx, { songIds: subjects });
  const fresh = asked.filter(({ song_id }) => song_id === null);
  const titles = [...new Set([...own, ...fresh].filter(counts).map(({ folded }) => folded))];
  const songs = await lockSongs(trx, subjects, titles);
  await lockChartWindow(trx);
  const songIds = songs.map(({ id }) => id);
  const recordings = [...(await readNamedMedia(trx, { songIds })), ...fresh];

  const { steps, waiting } = planNames({ songs, recordings, subjects, atRest });
  if (steps.length > 0) await carryOut(trx, steps, songs, recordings);

  const done = [...own, ...fresh].filter(({ id, isRenamed }) => isRenamed && !waiting.has(id));
  const notTracks = mediaIds.filter((id) => !asked.some((media) => media.id === id));
  const settled = [...done.map(({ id }) => id), ...notTracks];
  if (settled.length > 0) await trx.deleteFrom('renamed_media').where('media_id', 'in', settled).execute();
  return { hasDone: settled.length > 0 || steps.some(isChange), hasLeft: waiting.size > 0 };
}

async function carryOut(
  trx: Database,
  steps: readonly NamingStep[],
  songs: readonly Song[],
  recordings: readonly NamedMedia[],
): Promise<void> {
  const work = await NamingWork.begin(trx, songs, recordings);
  for (const step of steps) await work.do(step);
  await work.finish();
}

function counts({ isPlaced, isRenamed }: NamedMedia): boolean {
  return isPlaced || isRenamed;
}

function isChange({ do: what }: NamingStep): boolean {
  return what !== 'park';
}

/** In the order of the songs, and before the charts, as all that writes does: nobody waits in a circle. */
async function lockSongs(trx: Database, ids: readonly number[], titles: readonly string[]): Promise<Song[]> {
  if (titles.length === 0) return [];
  const songs = trx
    .selectFrom('songs')
    .selectAll()
    .where((eb) => eb.or([eb('folded', 'in', titles), ...(ids.length > 0 ? [eb('id', 'in', ids)] : [])]))
    .orderBy('id');
  return await lockRows(trx, songs).execute();
}
