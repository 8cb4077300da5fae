import { isAbsolute, relative, resolve } from 'node:path';
import { parseBucketAddress } from '#src/platform/object-store/bucket-address.ts';
import { dataFolder } from './data-folder.ts';

interface Folders {
  HLS_DIR?: string | undefined;
  DATA_DIR: string;
  STATION_DIR: string;
  BACKUP_DIR?: string | undefined;
}

/**
 * Says what is wrong with where folders, and places in an object store, lie. Nothing is ever written into STATION_DIR.
 * What is in HLS_DIR is for the world to read, and what is old there is taken away: neither may happen to the others.
 */
export function placeProblems({ HLS_DIR, BACKUP_DIR, ...own }: Folders): string[] {
  const others = { ...own, BACKUP_DIR: folderOf(BACKUP_DIR) };
  const hlsFolder = folderOf(HLS_DIR);
  const isShared = placesInBuckets(HLS_DIR, BACKUP_DIR) === 'one';
  return [
    ...inStation(others),
    ...(hlsFolder === undefined ? [] : notApart(hlsFolder, others)),
    ...(isShared ? [`HLS_DIR: must lie apart from BACKUP_DIR (it is "${HLS_DIR}")`] : []),
    ...amongOwn(others),
  ];
}

/** How two places in object stores lie: in `one` place, or in one `bucket`; null for others. */
export function placesInBuckets(one = '', other = ''): 'one' | 'bucket' | null {
  const [first, second] = [parseBucketAddress(one), parseBucketAddress(other)];
  if (first === null || second === null || first.bucket !== second.bucket) return null;
  const [above = '', below = ''] = [first, second]
    .map(({ prefix }) => `/${prefix}/`.replace('//', '/'))
    .sort();
  return below.startsWith(above) ? 'one' : 'bucket';
}

function folderOf(place: string | undefined): string | undefined {
  return place === undefined || parseBucketAddress(place) === null ? place : undefined;
}

/**
 * The folder in DATA_DIR that is cleared away, or is part of each backup, and that `path` lies in; null for what lies
 * elsewhere. A backup there would go with the next one, or hold those before it.
 */
export function ownFolderOf(path: string, dataDir: string): string | null {
  const { scratch, cache, run, journal, lastGood, media } = dataFolder(resolve(dataDir));
  const found = [scratch, cache, run, journal, lastGood, media].find((folder) =>
    isWithin(folder, resolve(path)),
  );
  return found ?? null;
}

function amongOwn({ DATA_DIR, BACKUP_DIR }: Omit<Folders, 'HLS_DIR'>): string[] {
  const folder = BACKUP_DIR === undefined ? null : ownFolderOf(BACKUP_DIR, DATA_DIR);
  return folder === null
    ? []
    : [
        `BACKUP_DIR: must lie outside of ${folder}, which Onde clears away or backs up itself (it is "${BACKUP_DIR}")`,
      ];
}

function inStation({ STATION_DIR, ...written }: Omit<Folders, 'HLS_DIR'>): string[] {
  return Object.entries(written).flatMap(([name, path]) =>
    path === undefined || !isWithin(resolve(STATION_DIR), resolve(path))
      ? []
      : [
          `${name}: must lie outside of STATION_DIR ("${STATION_DIR}"), into which nothing is ever written (it is "${path}")`,
        ],
  );
}

function notApart(HLS_DIR: string, others: Omit<Folders, 'HLS_DIR'>): string[] {
  const folder = resolve(HLS_DIR);
  return Object.entries(others).flatMap(([name, path]) => {
    if (path === undefined) return [];
    const other = resolve(path);
    const isApart = !isWithin(folder, other) && !isWithin(other, folder);
    return isApart ? [] : [`HLS_DIR: must lie apart from ${name} (it is "${HLS_DIR}")`];
  });
}

/** Whether a path is that of the folder, or below it; both from the root. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !/^\.\.([/\\]|$)/.test(way) && !isAbsolute(way);
}
