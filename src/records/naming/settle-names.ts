import { setImmediate } from 'node:timers/promises';
import type { Database } from '#src/db/database.ts';
import { lockRows } from '#src/db/engine.ts';
import { lockChartWindow } from '#src/records/charts/chart-counts.ts';
import type { Song } from '#src/records/songs/find-song.ts';
import { type NamedMedia, readNamedMedia } from './named-media.ts';
import { type NamingStep, planNames } from './naming-plan.ts';
import { NamingWork } from './naming-work.ts';

/** Recordings in one transaction: requests are answered between two of them. */
const STEP = 25;

export interface Settling {
  isStopped(): boolean;
  /** Whether no names have come for a while: only then songs are joined and parted. */
  readonly atRest: boolean;
  /** Keeps other processes from settling until the transaction ends. */
  hold(trx: Database): Promise<void>;
  /** Called with the addresses of songs that have other names now, and those that they had. */
  onRenamed?(slugs: readonly string[]): void;
}

/**
 * Gives recordings whose names are new or have changed to the songs of their titles, until nothing is left to do. True
 * when some have to wait until names are at rest.
 */
export async function settleNames(db: Database, settling: Settling): Promise<boolean> {
  for (;;) {
    const { hasDone, hasLeft } = await settleOnce(db, settling);
    if (settling.isStopped() || !hasLeft) return false;
    if (!hasDone) return !settling.atRest;
  }
}

/** One look at each recording that waits. */
async function settleOnce(db: Database, settling: Settling): Promise<{ hasDone: boolean; hasLeft: boolean }> {
  const found = { hasDone: false, hasLeft: false };
  for (let last = ''; !settling.isStopped(); ) {
    const waiting = await db
      .selectFrom('renamed_media')
      .select('media_id')
      .where('media_id', '>', last)
      .orderBy('media_id')
      .limit(STEP)
      .execute();
    const ids = waiting.map(({ media_id }) => media_id);
    last = ids.at(-1) ?? '';
    if (last === '') break;
    const left = await db.transaction().execute(async (trx) => {
      await settling.hold(trx);
      return await takeNames(trx, ids, settling.atRest);
    });
    if (left.renamed.length > 0) settling.onRenamed?.(left.renamed);
    if (left.hasDone) found.hasDone = true;
    if (left.hasLeft) found.hasLeft = true;
    await setImmediate();
  }
  return found;
}

/**
 * Names the songs of these recordings, and takes from the waiting list what is done with them. In one transaction, so
 * that no reader sees a name that nobody has.
 */
async function takeNames(
  trx: Database,
  mediaIds: readonly string[],
  atRest: boolean,
): Promise<{ hasDone: boolean; hasLeft: boolean; renamed: readonly string[] }> {
  const asked = await readNamedMedia(trx, { ids: mediaIds });
  const subjects = [...new Set(asked.flatMap(({ song_id }) => song_id ?? []))];
  const own = await readNamedMedia(trx, { songIds: subjects });
  const fresh = asked.filter(({ song_id }) => song_id === null);
  const titles = [...new Set([...own, ...fresh].filter(counts).map(({ folded }) => folded))];
  const slugs = [...new Set([...own, ...fresh].map(({ slug }) => slug))];
  const songs = await lockSongs(trx, { ids: subjects, titles, slugs });
  await lockChartWindow(trx);
  const songIds = songs.map(({ id }) => id);
  const recordings = [...(await readNamedMedia(trx, { songIds })), ...fresh];

  const { steps, waiting } = planNames({ songs, recordings, subjects, atRest });
  const renamed = steps.length > 0 ? await carryOut(trx, steps, songs, recordings) : [];

  const done = [...own, ...fresh].filter(({ id, isRenamed }) => isRenamed && !waiting.has(id));
  const notTracks = mediaIds.filter((id) => !asked.some((media) => media.id === id));
  const settled = [...done.map(({ id }) => id), ...notTracks];
  if (settled.length > 0) await trx.deleteFrom('renamed_media').where('media_id', 'in', settled).execute();
  return { hasDone: settled.length > 0 || steps.some(isChange), hasLeft: waiting.size > 0, renamed };
}

async function carryOut(
  trx: Database,
  steps: readonly NamingStep[],
  songs: readonly Song[],
  recordings: readonly NamedMedia[],
): Promise<readonly string[]> {
  const work = await NamingWork.begin(trx, songs, recordings);
  for (const step of steps) await work.do(step);
  await work.finish();
  return [...work.renamed];
}

function counts({ isPlaced, isRenamed }: NamedMedia): boolean {
  return isPlaced || isRenamed;
}

function isChange({ do: what }: NamingStep): boolean {
  return what !== 'park';
}

/**
 * Locks songs by id and before the charts, as everything that writes does, so that no two wait for each other; those
 * that have one of the addresses as well, since they may get another one. Gives those of the ids and titles.
 */
async function lockSongs(
  trx: Database,
  { ids, titles, slugs }: Readonly<{ ids: number[]; titles: string[]; slugs: string[] }>,
): Promise<Song[]> {
  if (titles.length === 0) return [];
  const songs = trx
    .selectFrom('songs')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('folded', 'in', titles),
        eb('slug', 'in', slugs),
        ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
      ]),
    )
    .orderBy('id');
  const locked = await lockRows(trx, songs).execute();
  return locked.filter(({ id, folded }) => ids.includes(id) || titles.includes(folded));
}
