import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nearestName } from '#src/platform/settings/setting-names.ts';
import { isLitter } from '#src/station/folder/litter.ts';
import type { StationProblem } from '#src/station/problem.ts';
import { STATION_FILE } from './read-station-config.ts';
import type { StationConfig } from './station-config.ts';

/** Folders within folders that a name is compared with. */
const DEPTH_MAX = 4;

/**
 * Reports each `hours: folder:` that does not exist, with the nearest one that does.
 * @param lineOf the line of a value in station.yaml
 */
export async function findHoursProblems(
  stationDir: string,
  { streams }: StationConfig,
  lineOf: (path: readonly PropertyKey[]) => number | null,
): Promise<StationProblem[]> {
  const problems: StationProblem[] = [];
  for (const [at, { id, hours }] of streams.entries()) {
    for (const [part, { folder }] of hours.entries()) {
      const root = join(stationDir, 'music', id);
      if (await isFolder(root, folder)) continue;
      const there = await foldersBelow(root);
      // A disk may write accents in two signs.
      if (there.some((name) => name.normalize('NFC') === folder)) continue;
      const nearest = nearestName(folder, there);
      const missing = `there is no folder music/${id}/${folder}, so the whole stream plays`;
      const message = `streams[${at}].hours[${part}].folder: ${missing}${nearest === null ? '' : `; did you mean ${nearest}?`}`;
      problems.push({ file: STATION_FILE, line: lineOf(['streams', at, 'hours', part, 'folder']), message });
    }
  }
  return problems;
}

async function isFolder(root: string, folder: string): Promise<boolean> {
  if (folder.split('/').includes('..')) return false;
  return stat(join(root, folder)).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

/** Paths from `root`. */
async function foldersBelow(root: string, path = '', depth = 1): Promise<string[]> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => []);
  const folders = entries
    .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !isLitter(entry.name))
    .map(({ name }) => (path === '' ? name : `${path}/${name}`));
  if (depth === DEPTH_MAX) return folders;
  const below = await Promise.all(folders.map((folder) => foldersBelow(root, folder, depth + 1)));
  return [...folders, ...below.flat()];
}
