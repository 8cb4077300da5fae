import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode, isNothingThere } from '#src/platform/errors/error-code.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { DATABASE } from './backup-format.ts';
import { type OnBytes, openBackup } from './open-backup.ts';
import type { ReadBackup } from './read-archive.ts';

export interface RestoreOptions {
  /** A file of this machine. */
  readonly file: string;
  readonly key: string | null;
  /** Where it goes: a folder that is not there, or is empty. */
  readonly to: string;
  /** Gets the database when all is proved, and before anything is in place; it goes with the other files unless given. */
  readonly takeDatabase?: (path: string) => Promise<void>;
  readonly onBytes?: OnBytes;
}

/** What a disk of its own has from the beginning. */
const NOTHING: ReadonlySet<string> = new Set(['lost+found']);

/**
 * Puts a backup back into an empty place. Everything is read and proved before anything is there.
 * @throws {OperatorError} when the place is used, or the backup is not there or not whole
 */
export async function restoreBackup({
  file,
  key,
  to,
  takeDatabase,
  onBytes,
}: RestoreOptions): Promise<ReadBackup> {
  await refuseNoFile(file);
  await refuseUsed(to);
  const staging = join(to, `.restore-${process.pid}`);
  const isNew = (await mkdir(to, { recursive: true })) !== undefined;
  try {
    // What a killed one has left.
    for (const name of await readdir(to))
      if (name.startsWith('.restore-')) await rm(join(to, name), { recursive: true });
    await mkdir(staging);
    const backup = await openBackup(file, { key, folder: staging, ...(onBytes && { onBytes }) });
    if (takeDatabase) {
      await takeDatabase(join(staging, DATABASE));
      await rm(join(staging, DATABASE));
    }
    // The database last: with it a station is there.
    const names = (await readdir(staging)).sort(
      (one, other) => Number(one === DATABASE) - Number(other === DATABASE),
    );
    for (const name of names) await rename(join(staging, name), join(to, name));
    await rmdir(staging);
    return backup;
  } catch (error) {
    await rm(staging, { recursive: true, force: true }).catch(() => {});
    if (isNew) await rmdir(to).catch(() => {});
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
  const used = names.filter((name) => !NOTHING.has(name) && !name.startsWith('.restore-'));
  if (used.length === 0) return;
  throw new OperatorError(
    `${folder} is used: it holds ${used.slice(0, 3).join(', ')}${used.length > 3 ? ' and more' : ''}.`,
    'A backup is put back into an empty place only. Move that folder away, or restore beside it: onde restore <file> --to <folder>',
  );
}
