import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { isLitter } from './litter.ts';
import { PART_NAMES } from './part-names.ts';

/** The remedy for an absent folder. */
export const ABSENCE_REMEDY =
  'Mount the disk that it is on, put the files back, or set STATION_DIR to where they are. What is rendered plays on meanwhile.';

/** Folders within folders: deeper than any library, and an end to links that lead in circles. */
const DEPTH_MAX = 40;

/**
 * Says in a sentence how the station folder is absent: missing, unreadable, or without any part of a station, like the
 * place of a disk that is not mounted. Null when it is there. A station that never played may lack its parts.
 */
export async function findAbsentFolder(stationDir: string): Promise<string | null> {
  try {
    const names = await readdir(stationDir);
    if (names.some((name) => PART_NAMES.includes(name))) return null;
    return `There is nothing of a station in ${stationDir}.`;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ENOTDIR'))
      return `There is no station folder at ${stationDir}.`;
    return `${stationDir} cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** The sentence about a station without any music, although `tracks` are rendered from it. */
export function absentMusic(stationDir: string, tracks: number): string {
  const [rendered, are] = tracks === 1 ? ['one track of it', 'is'] : [`${tracks} tracks of it`, 'are'];
  return `There is no music in ${join(stationDir, 'music')}, although ${rendered} ${are} on air.`;
}

/** Whether any file lies below `music/`. What cannot be listed may hold some. */
export function hasMusic(stationDir: string): Promise<boolean> {
  return hasFile(join(stationDir, 'music'), 0);
}

async function hasFile(path: string, depth: number): Promise<boolean> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) =>
    hasErrorCode(error, 'ENOENT') || hasErrorCode(error, 'ENOTDIR') || hasErrorCode(error, 'ELOOP')
      ? []
      : null,
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
