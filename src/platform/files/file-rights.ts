import { chmodSync, statSync } from 'node:fs';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { makeFolder } from './make-folder.ts';

const OWNER_ALONE = 0o077;
const READ_BY_OTHERS = 0o022;

/**
 * From here on this process and its children make files for their owner alone: these files hold members'
 * data.
 */
export function keepNewFilesPrivate(): void {
  process.umask(OWNER_ALONE);
}

/**
 * Runs `work` so that what it writes can be read by other accounts: the station folder is edited by people.
 */
export async function writeForOthers<T>(work: () => T | Promise<T>): Promise<T> {
  const before = process.umask(READ_BY_OTHERS);
  try {
    return await work();
  } finally {
    process.umask(before);
  }
}

/**
 * Makes a folder when it is missing, and closes it to other accounts. A folder of another account is left as
 * it is.
 */
export function makePrivateFolder(path: string): void {
  makeFolder(path);
  setRights(path, 0o700);
}

/**
 * Closes a file that other accounts can read, when it is ours to close. Gives its state afterwards: `closed`
 * by this call, `private` already, `open` because it belongs to another account, `missing`.
 */
export function makePrivateFile(path: string): 'closed' | 'private' | 'open' | 'missing' {
  try {
    const { mode, uid } = statSync(path);
    const isOurs = uid === process.getuid?.();
    // A file of another account may be meant for a group: only what everybody can read is a leak for certain.
    if ((mode & (isOurs ? OWNER_ALONE : 0o007)) === 0) return 'private';
    return isOurs && setRights(path, 0o600) ? 'closed' : 'open';
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return 'missing';
    throw error;
  }
}

/** False where the file is not ours or its disk knows no rights. */
export function setRights(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EPERM') || hasErrorCode(error, 'ENOTSUP') || hasErrorCode(error, 'EROFS'))
      return false;
    throw error;
  }
}
