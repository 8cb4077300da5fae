import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode, isNothingThere } from '#src/platform/errors/error-code.ts';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { nearestName } from '#src/platform/settings/setting-names.ts';
import { readCatalogue } from '#src/station/catalogue/catalogue-tail.ts';
import { isLitter } from './litter.ts';

/** The parts that are folders. */
export const FOLDER_NAMES = [
  'music',
  'spots',
  'jingles',
  'interludes',
  'videos',
  'schedule',
  'podcasts',
  'biographies',
] as const;

/** The parts of a station folder (docs/station.md). */
export const PART_NAMES: readonly string[] = ['station.yaml', ...FOLDER_NAMES, 'legal.fr.md', 'legal.en.md'];

/** The parts whose sound is rendered. */
export const SOUND_PARTS = ['music', 'spots', 'jingles', 'interludes'];

/** The part of those that a name stands for nearly, as `Jingles` does; null for a part itself, and for other names. */
export function soundPartMeant(name: string): string | null {
  if (PART_NAMES.includes(name)) return null;
  const meant = nearestName(name, PART_NAMES);
  return meant !== null && SOUND_PARTS.includes(meant) ? meant : null;
}

/** The remedy for an absent folder. */
export const ABSENCE_REMEDY =
  'Mount the disk that it is on, put the files back, or set STATION_DIR to where they are. What is rendered plays on meanwhile.';

/** Depth of the search: more than in any library, and an end to links that lead in circles. */
const DEPTH_MAX = 40;

/**
 * Says in a sentence how the station folder is absent: missing, unreadable, or without any part of a station,
 * like the mount point of a disk that is away. Null when it is there. A station that never played may lack
 * its parts.
 */
export async function findAbsentFolder(stationDir: string): Promise<string | null> {
  try {
    const names = await readdir(stationDir);
    if (names.some((name) => PART_NAMES.includes(name))) return null;
    return `There is nothing of a station in ${stationDir}.`;
  } catch (error) {
    if (isNothingThere(error)) return `There is no station folder at ${stationDir}.`;
    return `${stationDir} cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** Returns the sentence about a station without any music, although `tracks` are rendered from it. */
export function absentMusic(stationDir: string, tracks: number): string {
  const [rendered, are] = tracks === 1 ? ['one track of it', 'is'] : [`${tracks} tracks of it`, 'are'];
  return `There is no music in ${join(stationDir, 'music')}, although ${rendered} ${are} on air.`;
}

/** Whether any file lies below `music/`; true for a folder that cannot be listed, which may hold some. */
function hasMusic(stationDir: string): Promise<boolean> {
  return hasFile(join(stationDir, 'music'), 0);
}

async function hasFile(path: string, depth: number): Promise<boolean> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) =>
    isNothingThere(error) || hasErrorCode(error, 'ELOOP') ? [] : null,
  );
  if (entries === null) return true;
  const kept = entries.filter(({ name }) => !isLitter(name));
  if (kept.some((entry) => entry.isFile())) return true;
  if (depth === DEPTH_MAX) return false;
  for (const entry of kept) {
    const inside = join(path, entry.name);
    const found = entry.isSymbolicLink() ? await stat(inside).catch(() => null) : entry;
    if (found?.isFile() || (found?.isDirectory() && (await hasFile(inside, depth + 1)))) return true;
  }
  return false;
}

/**
 * Says in a sentence how the station of a DATA_DIR is absent; null when it is there, or when no station has
 * played yet and an empty folder waits for the first one. A folder without any music counts as absent while
 * tracks of it are rendered: an unmounted disk looks like that, and a volunteer who empties a station to the
 * last file means to go off air.
 */
export async function findAbsence(
  stationDir: string,
  folder: DataFolder,
  countTracks = trackCounter(folder),
): Promise<string | null> {
  const absent = await findAbsentFolder(stationDir);
  if (absent !== null) return (await isWaiting(stationDir, folder)) ? null : absent;
  if (await hasMusic(stationDir)) return null;
  const tracks = await countTracks();
  return tracks === 0 ? null : absentMusic(stationDir, tracks);
}

async function isWaiting(stationDir: string, folder: DataFolder): Promise<boolean> {
  const isFolder = await stat(stationDir).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder && !(await hasPlayedBefore(folder));
}

/**
 * Whether a station has played from this DATA_DIR, or was at least read: its catalogue, journal and last good files
 * show it.
 */
export async function hasPlayedBefore(folder: DataFolder): Promise<boolean> {
  const holdsSomething = (path: string) =>
    stat(path).then(
      ({ size }) => size > 0,
      () => false,
    );
  if (await holdsSomething(folder.catalogue)) return true;
  if (await holdsSomething(join(folder.lastGood, 'station.yaml'))) return true;
  const days = await readdir(folder.journal).catch(() => []);
  return days.length > 0;
}

/**
 * Returns a function that counts the tracks in rotation. A catalogue that has not changed is not read again.
 */
export function trackCounter(folder: DataFolder): () => Promise<number> {
  let counted = { stamp: '', tracks: 0 };
  return async () => {
    const stamp = await stat(folder.catalogue).then(
      ({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`,
      () => '',
    );
    if (stamp !== counted.stamp) {
      const records = [...(await readCatalogue(folder)).values()];
      const tracks = records.filter(
        ({ kind, placements }) => kind === 'track' && placements.length > 0,
      ).length;
      counted = { stamp, tracks };
    }
    return counted.tracks;
  };
}
