import { createReadStream, createWriteStream } from 'node:fs';
import { link, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DAY_MS } from '#src/contract/durations.ts';
import { hasErrorCode, isNothingThere } from '#src/platform/errors/error-code.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { makeFolderAside } from '#src/platform/files/make-folder.ts';
import type { ObjectStore } from '#src/platform/object-store/object-store.ts';
import { backupName } from './backup-format.ts';
import type { Chunks } from './web-streams.ts';

/** Where backups are kept. */
export interface BackupPlace {
  /** In the operator's words. */
  readonly name: string;
  /** Writes a file that counts for nothing yet. */
  write(name: string, chunks: Chunks): Promise<WrittenBackup>;
  /** The names of all files that are there. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  /** Removes what is left of backups that were given up, where that is not done when the next one is written. */
  clearUp?(): Promise<void>;
  /** The disk that it lies on, or would if it were made. */
  disk?(): Promise<PlaceOnDisk>;
  /**
   * A file of it on this machine, to be read more than once.
   * @param scratch where it may be put meanwhile
   */
  fetch(name: string, scratch: string, signal?: AbortSignal): Promise<string>;
}

export interface PlaceOnDisk {
  /** The place, as no link leads to it. */
  readonly path: string;
  /** The folder at which the disk begins: where it is mounted. */
  readonly begins: string;
}

export interface WrittenBackup {
  readonly bytes: number;
  /** It on this machine, to be proved; as `fetch`. */
  fetch(scratch: string, signal?: AbortSignal): Promise<string>;
  /** Gives it its name. */
  keep(): Promise<void>;
  discard(): Promise<void>;
}

/** What a backup is called until it is proved: `.onde-20261125T031500Z.backup.4711.onde-part`. */
const UNFINISHED = '.onde-part';
/** Another program's `.part` is none of ours; what earlier versions called so has the name of a backup. */
const UNFINISHED_NAMES = [/^\..+\.\d+\.onde-part$/, /^\.onde-\d{8}T\d{6}Z\.backup\.\d+\.part$/];
/** A backup of yesterday that is not finished never will be. */
const GIVEN_UP_MS = DAY_MS;

/** A folder of this machine, or one that is mounted. */
export function folderPlace(folder: string): BackupPlace {
  return {
    name: folder,
    async write(name, chunks) {
      await makeFolderAside(resolve(folder));
      await removeGivenUp(folder);
      const path = join(folder, name);
      const part = join(folder, `.${name}.${process.pid}${UNFINISHED}`);
      const discard = () => rm(part, { force: true });
      try {
        await pipeline(chunks, createWriteStream(part, { mode: 0o600, flush: true }));
      } catch (error) {
        await discard().catch(() => {});
        throw error;
      }
      return {
        bytes: (await stat(part)).size,
        fetch: async () => part,
        async keep() {
          await giveName(part, path);
          await flushFolder(folder);
        },
        discard,
      };
    },
    list: () => readdir(folder),
    remove: (name) => rm(join(folder, name), { force: true }),
    fetch: async (name) => join(folder, name),
    disk: () => findDisk(resolve(folder)),
  };
}

async function findDisk(folder: string): Promise<PlaceOnDisk> {
  try {
    const path = await realpath(folder);
    return { path, begins: await beginningOf(path, (await stat(path)).dev) };
  } catch (error) {
    const above = dirname(folder);
    if (above === folder || !isNothingThere(error)) throw error;
    const { path, begins } = await findDisk(above);
    return { path: join(path, basename(folder)), begins };
  }
}

async function beginningOf(folder: string, disk: number): Promise<string> {
  const above = dirname(folder);
  if (above === folder || (await stat(above)).dev !== disk) return folder;
  return await beginningOf(above, disk);
}

/** Below the place: its files are in no list, and a rule of the bucket can remove what lies there. */
const UNPROVED = 'unproved';

/** An object store: what is written there has its name, by a copy within the store, when it is proved. */
export function bucketPlace(store: ObjectStore, name: string): BackupPlace {
  const fetch = async (file: string, scratch: string, signal?: AbortSignal) => {
    const path = join(scratch, basename(file));
    await pipeline(store.read(file, signal), createWriteStream(path), { ...(signal && { signal }) });
    return path;
  };
  return {
    name,
    async write(file, chunks) {
      const unproved = `${UNPROVED}/${file}`;
      const bytes = await store.write(unproved, chunks);
      const discard = () => store.remove(unproved);
      return {
        bytes,
        fetch: (scratch, signal) => fetch(unproved, scratch, signal),
        async keep() {
          await store.copy(unproved, file);
          // One that stays is removed, or told of, by clearUp.
          await discard().catch(() => {});
        },
        discard,
      };
    },
    list: () => store.list(),
    remove: (file) => store.remove(file),
    async clearUp() {
      const before = backupName(Date.now() - GIVEN_UP_MS);
      for (const file of await store.list(UNPROVED))
        if (file < before) await store.remove(`${UNPROVED}/${file}`);
    },
    fetch,
  };
}

/**
 * One file of the operator's choice. It must not be there yet.
 * @param word the path as it was typed
 */
export async function refuseUsedName(path: string, word = path): Promise<void> {
  const found = await stat(path).catch(() => null);
  const isFolder = found?.isDirectory() ?? false;
  // `onde backup /mnt/backup`, as somebody means it who has no name in mind; with a slash at its end none is a file's.
  if (isFolder || word.endsWith('/'))
    throw new OperatorError(
      `${path} ${isFolder ? 'is' : 'would be'} a folder, and a backup is one file.`,
      `Name a file in it, such as ${join(path, backupName(Date.now()))}. Or set BACKUP_DIR to the folder, and name none.`,
    );
  if (found !== null) throw usedName(path);
}

function usedName(path: string): OperatorError {
  return new OperatorError(
    `${path} is there already.`,
    'Give the backup another name; nothing is written over.',
  );
}

/** A file that has appeared under that name meanwhile stays: renaming would take its place. */
async function giveName(part: string, path: string): Promise<void> {
  try {
    await link(part, path);
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) throw usedName(path);
    // Some disks and shares know no second name for a file.
    await refuseUsedName(path);
    await rename(part, path);
    return;
  }
  // The file has its name; what is left goes with a later backup.
  await rm(part, { force: true }).catch(() => {});
}

async function removeGivenUp(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isFile() || !UNFINISHED_NAMES.some((name) => name.test(entry.name))) continue;
    const path = join(folder, entry.name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    // One that cannot be removed keeps no other from being written.
    if (Date.now() - mtimeMs > GIVEN_UP_MS) await rm(path, { force: true }).catch(() => {});
  }
}

/** The new name survives a loss of power, where the system can flush a folder. */
async function flushFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder);
    await handle.sync();
  } catch (error) {
    if (!hasErrorCode(error, 'EISDIR') && !hasErrorCode(error, 'EINVAL') && !hasErrorCode(error, 'EPERM'))
      throw error;
  }
}

/** A file as it is read from its beginning. */
export function readFileChunks(path: string): Chunks {
  return createReadStream(path, { highWaterMark: 256 * 1024 });
}

/** The place and the name that an operator gave as a path. */
export function splitPath(path: string): { folder: string; name: string } {
  return { folder: dirname(path), name: basename(path) };
}
