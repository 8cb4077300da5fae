import { stat } from 'node:fs/promises';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { absentMusic, findAbsentFolder, hasMusic } from './folder-absence.ts';
import { hasPlayedBefore, trackCounter } from './played-before.ts';

/**
 * Says in a sentence how the station of a DATA_DIR is absent; null when it is there, or when no station has played yet
 * and an empty folder waits for the first one. A folder without any music counts as absent while tracks of it are
 * rendered: an unmounted disk looks like that, and a volunteer who empties a station to the last file means to go off
 * air.
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
