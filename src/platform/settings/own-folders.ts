import { isAbsolute, relative, resolve } from 'node:path';

interface Folders {
  HLS_DIR?: string | undefined;
  DATA_DIR: string;
  STATION_DIR: string;
  BACKUP_DIR?: string;
}

/**
 * Says what is wrong with where folders lie. What is in HLS_DIR is for the world to read, and what is old there
 * is taken away: neither may happen to the others.
 */
export function folderProblems({ HLS_DIR, ...others }: Folders): string[] {
  if (HLS_DIR === undefined) return [];
  const folder = resolve(HLS_DIR);
  return Object.entries(others).flatMap(([name, path]) => {
    const other = resolve(path);
    const isApart = !isWithin(folder, other) && !isWithin(other, folder);
    return isApart ? [] : [`HLS_DIR: must be a folder of its own, apart from ${name} (it is "${HLS_DIR}")`];
  });
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !/^\.\.([/\\]|$)/.test(way) && !isAbsolute(way);
}
