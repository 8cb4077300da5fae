import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isStreamId, STREAM_IDS } from '#src/contract/streams.ts';
import { PART_NAMES, soundPartMeant } from '#src/station/folder/folder-absence.ts';
import { isLitter } from '#src/station/folder/litter.ts';
import { promisesSound } from './file-roles.ts';

export const STREAM_FOLDERS = STREAM_IDS.map((id) => `music/${id}`).join(', ');

/** Levels of folders that are looked through for sound, and folders altogether. */
const DEPTH_MAX = 4;
const FOLDERS_MAX = 500;

/**
 * Finds sound that lies in the station folder, but in none of its parts: files, and folders that are called like a
 * stream; where the station has no track at all, any folder with sound, as when STATION_DIR is somebody's music. One
 * entry tells of all. A folder that is called nearly as a part of its own (`Jingles`) is told by itself.
 */
export async function findStraySound(
  stationDir: string,
  hasTracks: boolean,
): Promise<{ path: string; reason: string }[]> {
  const entries = await readdir(stationDir, { withFileTypes: true }).catch((): Dirent[] => []);
  const strays: string[] = [];
  const misspelt: { path: string; reason: string }[] = [];
  const budget = { folders: FOLDERS_MAX };
  for (const entry of entries) {
    if (isLitter(entry.name) || PART_NAMES.includes(entry.name)) continue;
    const path = join(stationDir, entry.name);
    const found = entry.isSymbolicLink() ? await stat(path).catch(() => null) : entry;
    const meant = soundPartMeant(entry.name);
    if (meant !== null && found?.isDirectory()) {
      const reason = `is no part of a station, so nothing in it is heard; did you mean ${meant}?`;
      if (await holdsSound(path, budget)) misspelt.push({ path: entry.name, reason });
      continue;
    }
    const isLooked = found?.isDirectory() && (!hasTracks || isStreamId(entry.name.toLowerCase()));
    if (isLooked ? await holdsSound(path, budget) : found?.isFile() && promisesSound(entry.name))
      strays.push(entry.name);
  }
  const [path, ...others] = strays.sort();
  if (path === undefined) return misspelt;
  const more = others.length === 0 ? '' : `, like ${others.length} more beside it,`;
  const reason = `lies${more} where no stream looks for music: it belongs into a folder named after its stream: ${STREAM_FOLDERS}`;
  return [{ path, reason }, ...misspelt];
}

async function holdsSound(folder: string, budget: { folders: number }, depth = 1): Promise<boolean> {
  budget.folders -= 1;
  if (budget.folders < 0) return false;
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  if (entries.some((entry) => entry.isFile() && !isLitter(entry.name) && promisesSound(entry.name)))
    return true;
  if (depth === DEPTH_MAX) return false;
  for (const entry of entries) {
    if (entry.isDirectory() && !isLitter(entry.name))
      if (await holdsSound(join(folder, entry.name), budget, depth + 1)) return true;
  }
  return false;
}
