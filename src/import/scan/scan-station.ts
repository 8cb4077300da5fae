import type { Dirent, Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isStreamId, type StreamId } from '#src/contract/streams.ts';
import { hasErrorCode, isNothingThere } from '#src/platform/errors/error-code.ts';
import { failureKind } from '#src/platform/errors/failure-kind.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { CATALOGUE_NAME } from '#src/platform/settings/data-folder.ts';
import type { MediaKind, MediaRecord } from '#src/station/catalogue/media-record.ts';
import { NEITHER, NOT_UTF8, UNREADABLE_SIGN } from '#src/station/folder/entry-fault.ts';
import { ABSENCE_REMEDY, absentMusic, findAbsentFolder } from '#src/station/folder/folder-absence.ts';
import { isLitter } from '#src/station/folder/litter.ts';
import { coverAmong, isArchive, isDisc, isNoSound, promisesSound } from './file-roles.ts';
import { isMountPoint, type MountPoints } from './mount-points.ts';
import type { FolderPicture, SourceFile } from './source-file.ts';
import { findStraySound, STREAM_FOLDERS } from './stray-sound.ts';

/**
 * Something in the station folder that no stream will play, because of where it lies or what it is called.
 */
export interface MisplacedFile {
  path: string;
  reason: string;
  /** The disk or the machine is to blame, and may be well again before long. */
  isPassing?: boolean;
}

export interface StationScan {
  /** Ordered by path. */
  files: SourceFile[];
  misplaced: MisplacedFile[];
  /**
   * Folders that could not be listed, files that could not be looked at, and links that lead nowhere: nothing
   * is known about them and about the files below them.
   */
  unlisted: string[];
  /** Folders at which another disk begins. */
  mounts: string[];
}

/** What a file is for, by where it lies. */
interface Role {
  kind: MediaKind;
  streamId: StreamId | null;
  folder: string;
  picture: FolderPicture | null;
}

/** Why what lies in a folder is not seen that the system keeps to others. */
const CLOSED =
  'cannot be looked into: give the user that runs Onde the right to; what was taken in from there plays on';

const PARTS: ReadonlyArray<{ name: string; kind: MediaKind }> = [
  { name: 'music', kind: 'track' },
  { name: 'spots', kind: 'spot' },
  { name: 'jingles', kind: 'jingle' },
  { name: 'interludes', kind: 'interlude' },
];

/**
 * Lists all files under music, spots, jingles and interludes, without opening any. Links are followed. A part
 * that does not exist is empty; what the system will not list is misplaced.
 * @throws {OperatorError} when there is no station folder, as with a disk that is not mounted
 */
export async function scanStation(stationDir: string): Promise<StationScan> {
  const folder = await stat(stationDir).catch(() => null);
  if (!folder?.isDirectory()) {
    throw new OperatorError(`There is no station folder at ${stationDir}.`, ABSENCE_REMEDY);
  }
  const scan: StationScan = { files: [], misplaced: [], unlisted: [], mounts: [] };
  for (const part of PARTS) await scanPart(stationDir, part, scan);
  const hasTracks = scan.files.some(({ kind }) => kind === 'track') || scan.unlisted.length > 0;
  scan.misplaced.push(...(await findStraySound(stationDir, hasTracks)));
  scan.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return scan;
}

async function scanPart(stationDir: string, part: (typeof PARTS)[number], scan: StationScan): Promise<void> {
  const { kind } = part;
  const above = [...(await foldersDownTo(stationDir)), ...(await foldersDownTo(join(stationDir, part.name)))];
  for (const entry of await list(stationDir, part.name, scan)) {
    const path = `${part.name}/${entry.name}`;
    const scope = await kindOfEntry(stationDir, path, entry, scan);
    // A capital would have a jingle of one stream heard on all of them; of music it is told.
    const name = kind === 'track' ? entry.name : entry.name.toLowerCase();
    if (scope === 'folder' && isStreamId(name)) {
      await walk(stationDir, path, { kind, streamId: name, folder: '', picture: null }, scan, above);
    } else if (kind !== 'track' && scope === 'folder') {
      await walk(stationDir, path, { kind, streamId: null, folder: entry.name, picture: null }, scan, above);
    } else if (kind !== 'track' && scope === 'file') {
      await take(stationDir, path, { kind, streamId: null, folder: '', picture: null }, scan);
    } else if (scope === 'folder' || (scope === 'file' && promisesSound(entry.name))) {
      scan.misplaced.push({
        path,
        reason: `belongs into a folder named after its stream: ${STREAM_FOLDERS}`,
      });
    } else if (scope === 'file' && isArchive(entry.name)) {
      scan.misplaced.push({
        path,
        reason: `is an archive, and nothing in it is played: unpack it into a folder named after its stream: ${STREAM_FOLDERS}`,
      });
    }
  }
}

/** Identifies a folder and all that it lies in, up to the root, by device and inode: no link may lead back there. */
async function foldersDownTo(folder: string): Promise<string[]> {
  const place = await realpath(folder).catch(() => folder);
  const found = await stat(place).catch(() => null);
  const above = place === dirname(place) ? [] : await foldersDownTo(dirname(place));
  return found ? [...above, keyOf(found)] : above;
}

function keyOf({ dev, ino }: Stats): string {
  return `${dev}:${ino}`;
}

/** Walks a folder. `above` are the folders that lead here. */
async function walk(
  stationDir: string,
  path: string,
  role: Role,
  scan: StationScan,
  above: readonly string[],
): Promise<void> {
  const folder = await stat(join(stationDir, path)).catch((error: unknown) => notSeen(path, error, scan));
  if (!folder) return;
  const self = keyOf(folder);
  if (above.includes(self)) {
    scan.misplaced.push({ path, reason: 'is a link back to a folder that it lies in' });
    return;
  }
  const entries = await list(stationDir, path, scan);
  if (entries.some(({ name }) => name === CATALOGUE_NAME)) {
    scan.misplaced.push({ path, reason: 'is what Onde has rendered, which is no music of yours' });
    return;
  }
  const here = { ...role, picture: await pictureFor(stationDir, path, role, entries) };
  for (const entry of entries) {
    const inside = `${path}/${entry.name}`;
    const found = await kindOfEntry(stationDir, inside, entry, scan);
    if (found === 'file') await take(stationDir, inside, here, scan);
    if (found !== 'folder') continue;
    const below = role.folder === '' ? entry.name : `${role.folder}/${entry.name}`;
    await walk(stationDir, inside, { ...here, folder: below }, scan, [...above, self]);
  }
}

/** Finds the picture in this folder, else the album's when this is one of its discs. */
async function pictureFor(
  stationDir: string,
  path: string,
  role: Role,
  entries: readonly Dirent[],
): Promise<FolderPicture | null> {
  if (role.kind !== 'track') return null;
  const inherited = isDisc(basename(path)) ? role.picture : null;
  const name = coverAmong(entries.map((entry) => entry.name));
  if (name === null) return inherited;
  const absolutePath = join(stationDir, path, name);
  const found = await stat(absolutePath).catch(() => null);
  if (!found?.isFile()) return inherited;
  return { absolutePath, stamp: `${path}/${name}@${found.size}@${found.mtimeMs}` };
}

async function take(stationDir: string, path: string, role: Role, scan: StationScan): Promise<void> {
  if (isArchive(path))
    scan.misplaced.push({ path, reason: 'is an archive, and nothing in it is played: unpack it here' });
  if (isNoSound(path)) return;
  const absolutePath = join(stationDir, path);
  try {
    const { size, mtimeMs, ctimeMs } = await stat(absolutePath);
    const times = { modifiedMs: mtimeMs, changedMs: ctimeMs };
    scan.files.push({ path, absolutePath, ...role, sizeBytes: size, ...times });
  } catch (error) {
    notSeen(path, error, scan);
  }
}

/** Notes down what could not be looked at; one that is forbidden tells of the folder that it lies in. */
function notSeen(path: string, error: unknown, scan: StationScan): null {
  return outOfReach(isForbidden(error) ? dirname(path) : path, error, scan);
}

/**
 * Notes down what could not be listed or looked at. What lies there is not gone [R208]: it stays as it was
 * until it can be seen again. Nothing is noted of what was removed meanwhile; what has just been listed and is not
 * there may have another name than the one it is listed under [R206].
 */
function outOfReach(path: string, error: unknown, scan: StationScan): null {
  if (hasErrorCode(error, 'ENOENT')) {
    if (path.includes(UNREADABLE_SIGN)) scan.misplaced.push({ path, reason: NOT_UTF8.fault });
    return null;
  }
  if (scan.unlisted.includes(path)) return null;
  const why = error instanceof Error ? error.message : String(error);
  scan.unlisted.push(path);
  scan.misplaced.push({
    path,
    reason: isForbidden(error)
      ? CLOSED
      : `cannot be looked at (${why}): what was taken in from there plays on`,
    isPassing: failureKind(error) !== 'file',
  });
  return null;
}

function isForbidden(error: unknown): boolean {
  return hasErrorCode(error, 'EACCES') || hasErrorCode(error, 'EPERM');
}

async function list(stationDir: string, path: string, scan: StationScan): Promise<Dirent[]> {
  try {
    const folder = join(stationDir, path);
    const entries = await readdir(folder, { withFileTypes: true });
    if (await isMountPoint(folder)) scan.mounts.push(path);
    return entries.filter((entry) => !isLitter(entry.name));
  } catch (error) {
    outOfReach(path, error, scan);
    return [];
  }
}

/**
 * Returns whether an entry is a file or a folder; null for what is misplaced: a pipe, a socket or a device, and a
 * link that leads nowhere.
 */
async function kindOfEntry(
  stationDir: string,
  path: string,
  entry: Dirent,
  scan: StationScan,
): Promise<'file' | 'folder' | null> {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  try {
    const target = entry.isSymbolicLink() ? await stat(join(stationDir, path)) : entry;
    if (target.isFile()) return 'file';
    if (target.isDirectory()) return 'folder';
    scan.misplaced.push({ path, reason: NEITHER.fault });
    return null;
  } catch (error) {
    if (!isNothingThere(error) && !hasErrorCode(error, 'ELOOP')) return outOfReach(path, error, scan);
    scan.misplaced.push({ path, reason: 'is a link that leads nowhere' });
    scan.unlisted.push(path);
    return null;
  }
}

/**
 * Lists the station's audio, if the station is there.
 * @param records what is rendered
 * @param mountPoints where disks were mounted
 * @throws {OperatorError} when the folder is missing, holds no music at all, or nothing of a station, although
 * some of it is in rotation, or became another one meanwhile, as when its disk is unmounted: nothing may be withdrawn then
 */
export async function scanPresentStation(
  stationDir: string,
  records: Iterable<MediaRecord>,
  mountPoints: MountPoints,
): Promise<StationScan> {
  // They are gone through twice, which an iterator bears once.
  const known = [...records];
  const before = await identityOf(stationDir);
  const scan = await scanStation(stationDir);
  await mountPoints.noteAway(stationDir, scan, known);
  const isSame = before === (await identityOf(stationDir));
  if (isSame && scan.files.some(({ kind }) => kind === 'track')) return scan;
  const placed = known.filter(({ placements }) => placements.length > 0);
  const tracks = placed.filter(({ kind }) => kind === 'track');
  if (isSame && tracks.length > 0 && tracks.every((track) => isClosedIn(scan, track))) return scan;
  if (tracks.length > 0) throw new OperatorError(absentMusic(stationDir, tracks.length), ABSENCE_REMEDY);
  // A station of spots and jingles alone, before its first track, may be on a disk that is away, too.
  const absent = placed.length > 0 ? await findAbsentFolder(stationDir) : null;
  if (absent !== null) throw new OperatorError(absent, ABSENCE_REMEDY);
  return scan;
}

/** Whether a piece is there as far as anybody knows, in folders that are closed [R208]. */
function isClosedIn({ misplaced }: StationScan, { placements }: MediaRecord): boolean {
  const closed = misplaced.filter(({ reason }) => reason === CLOSED);
  return placements.every(({ path }) => closed.some((folder) => path.startsWith(`${folder.path}/`)));
}

/** Identifies the folder: it is another one when a disk was mounted or unmounted there. */
async function identityOf(stationDir: string): Promise<string> {
  const folders = [stationDir, join(stationDir, 'music')].map((path) =>
    stat(path).then(
      ({ dev, ino }) => `${dev} ${ino}`,
      () => 'none',
    ),
  );
  return (await Promise.all(folders)).join(', ');
}
