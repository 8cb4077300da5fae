import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '#src/platform/settings/data-folder.ts';
import { readCatalogue } from '#src/station/catalogue/read-catalogue.ts';

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

/** How many tracks are in rotation. A catalogue that has not changed is not read again. */
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
