import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hasErrorCode, isNothingThere } from '#src/platform/errors/error-code.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { makeFolderAside } from '#src/platform/files/make-folder.ts';
import { acquireLock } from '#src/platform/lock/lock.ts';
import { dataFolder, EPISODES_NAME } from '#src/platform/settings/data-folder.ts';
import { DATABASE } from './backup-format.ts';
import { explainRestoreFailure } from './explain-failure.ts';
import { type OnBytes, openBackup } from './open-backup.ts';
import type { ReadBackup } from './read-archive.ts';
import { clearUnfinished, refuseStopped, UNFINISHED_RESTORE } from './scratch.ts';

export interface RestoreOptions {
  /** A file of this machine, or what brings one into a folder that goes again. */
  readonly file: string | ((folder: string) => Promise<string>);
  readonly key: string | null;
  /** Where it goes: a folder that is not there, or is empty. */
  readonly to: string;
  /** Where the database goes; with the other files unless given. */
  readonly database?: DatabaseTarget;
  /** Whether every session ends, and every link for a new password. */
  readonly signOut?: boolean;
  readonly onBytes?: OnBytes;
  /** Ends it, with nothing left, until all is proved. */
  readonly signal?: AbortSignal;
}

/** A database that a restore fills. */
export interface DatabaseTarget {
  /**
   * Before anything is brought or read; `folder` goes again.
   * @throws {OperatorError} when it is used
   */
  refuseUsed(folder: string): Promise<void>;
  /** When all is proved, and before anything is in place. */
  take(path: string): Promise<void>;
}

/**
 * What stands in an empty place: a disk of its own has the first from the beginning, and the others are left by a start,
 * an import or a backup that found no station there.
 */
const NOTHING: ReadonlySet<string> = new Set([
  'lost+found',
  'instance.lock',
  'import.lock',
  'backup.lock',
  'backup.json',
]);

/**
 * Folders that are left, too, and the names in them: by a backup, by a start that found its port taken, and by a look
 * at episodes. One that holds more is somebody's own, or of a station that plays.
 */
const LEFT_FOLDERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['scratch', []],
  ['run', []],
  ['cache', [EPISODES_NAME]],
]);

/**
 * Puts a backup back into an empty place. Everything is read and proved before anything is there; nobody else restores,
 * or starts a station, there meanwhile.
 * @throws {OperatorError} when the place is used, or the backup is not there or not whole
 */
export async function restoreBackup({
  file,
  key,
  to,
  database,
  signOut = false,
  onBytes = () => {},
  signal,
}: RestoreOptions): Promise<ReadBackup> {
  if (typeof file === 'string') await refuseNoFile(file);
  await refuseUsed(to);
  await using place = await takePlace(to);
  const unfinished = (name: string) => join(to, `${UNFINISHED_RESTORE}${process.pid}-${name}`);
  const staging = unfinished('staging');
  const brought = unfinished('brought');
  try {
    await mkdir(staging);
    await mkdir(brought);
    await database?.refuseUsed(brought);
    const local = typeof file === 'string' ? file : await file(brought);
    const checked: OnBytes = (bytes, path) => {
      refuseStopped(signal);
      onBytes(bytes, path);
    };
    const backup = await openBackup(local, { key, folder: staging, onBytes: checked });
    refuseStopped(signal);
    await rm(brought, { recursive: true, force: true });
    if (signOut) endSignIns(join(staging, DATABASE));
    if (database) {
      await database.take(join(staging, DATABASE));
      await rm(join(staging, DATABASE));
    }
    // The database last: with it a station is there.
    const names = (await readdir(staging)).sort(
      (one, other) => Number(one === DATABASE) - Number(other === DATABASE),
    );
    for (const name of names) await rename(join(staging, name), join(to, name));
    await rmdir(staging);
    place.keep();
    return backup;
  } catch (error) {
    for (const folder of [staging, brought])
      await rm(folder, { recursive: true, force: true }).catch(() => {});
    refuseStopped(signal);
    throw explainRestoreFailure(error, { to });
  }
}

/** The place is taken by nobody else until this is disposed; then it is as before, unless what is there is to be kept. */
async function takePlace(to: string): Promise<AsyncDisposable & { keep(): void }> {
  const isNew = (await makeFolderAside(resolve(to))) !== null;
  const path = dataFolder(to).lock;
  const hadLock = await stat(path).then(
    () => true,
    () => false,
  );
  const lock = acquireLock(path);
  if (lock === null)
    throw new OperatorError(
      `${to} is in use: another restore is under way there, or a station is being started.`,
      'Wait until that has ended, or restore beside it: onde restore <file> --to <folder>',
    );
  let isKept = false;
  const place = {
    keep() {
      isKept = true;
    },
    async [Symbol.asyncDispose]() {
      if (!isKept && !hadLock) await rm(path, { force: true }).catch(() => {});
      lock[Symbol.dispose]();
      if (!isKept && isNew) await rmdir(to).catch(() => {});
    },
  };
  try {
    // Another one may have ended right before.
    await refuseUsed(to);
    await clearUnfinished(to);
    return place;
  } catch (error) {
    await place[Symbol.asyncDispose]();
    throw error;
  }
}

async function refuseNoFile(file: string): Promise<void> {
  const found = await stat(file).catch((error: unknown) => {
    if (isNothingThere(error)) return null;
    throw error;
  });
  if (found === null)
    throw new OperatorError(
      `There is no backup at ${file}.`,
      'Name a file that onde backup has written: they lie in BACKUP_DIR, or where the command was called.',
    );
  if (found.isDirectory())
    throw new OperatorError(
      `${file} is a folder, and no backup.`,
      'Name one of the files in it that onde backup has written; the newest has the latest date in its name.',
    );
}

async function refuseUsed(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  });
  const held = names.filter((name) => !NOTHING.has(name) && !name.startsWith(UNFINISHED_RESTORE));
  const areLeft = await Promise.all(held.map((name) => isLeft(folder, name)));
  const used = held.filter((_, at) => !areLeft[at]);
  if (used.length === 0) return;
  throw new OperatorError(
    `${folder} is used: it holds ${used.slice(0, 3).join(', ')}${used.length > 3 ? ' and more' : ''}.`,
    'A backup is put back into an empty place only. Move that folder away, or restore beside it: onde restore <file> --to <folder>',
  );
}

async function isLeft(folder: string, name: string): Promise<boolean> {
  const left = LEFT_FOLDERS.get(name);
  if (left === undefined) return false;
  return readdir(join(folder, name)).then(
    (names) => names.every((one) => left.includes(one)),
    () => false,
  );
}

/**
 * Ends all that opens an account in a database that is put back: sessions, and links for a new password. What has been
 * logged out, and which link has been used, since the backup was made is nowhere written. A database of an early
 * version has no such tables.
 */
function endSignIns(path: string): void {
  using database = new DatabaseSync(path);
  database.exec('pragma secure_delete = on');
  const tables = database.prepare("select name from sqlite_schema where type = 'table'").all();
  const has = (table: string) => tables.some(({ name }) => name === table);
  if (has('sessions')) database.exec('delete from sessions');
  if (has('email_tokens')) database.exec("delete from email_tokens where purpose = 'reset'");
}
