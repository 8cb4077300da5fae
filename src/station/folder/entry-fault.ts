import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { errorCode } from '#src/platform/errors/error-code.ts';
import { failureKind } from '#src/platform/errors/failure-kind.ts';

/**
 * Why a file or folder of the station cannot be used; `fault` completes the sentence that its path begins.
 * `gone`: it was removed meanwhile. `lasting`: it has to be mended. `passing`: the machine or the disk is to
 * blame, and what was good stays.
 */
export interface EntryFault {
  readonly fault: string;
  readonly kind: 'gone' | 'lasting' | 'passing';
}

export const LEADS_OUT: EntryFault = {
  fault: 'is a link that leads out of the station folder: put the file or folder itself there',
  kind: 'lasting',
};
export const NO_FILE: EntryFault = { fault: 'expected a file', kind: 'lasting' };
export const NO_FOLDER: EntryFault = { fault: 'expected a folder', kind: 'lasting' };
export const NEITHER: EntryFault = { fault: 'is neither a file nor a folder', kind: 'lasting' };
/** [R206] */
export const NOT_UTF8: EntryFault = { fault: 'has a name that is not UTF-8: rename it', kind: 'lasting' };
const LEADS_NOWHERE: EntryFault = { fault: 'is a link that leads nowhere', kind: 'lasting' };
const GONE: EntryFault = { fault: 'is gone', kind: 'gone' };
const FORBIDDEN: EntryFault = {
  fault: 'cannot be read: give the user that runs Onde the right to',
  kind: 'lasting',
};

/** Returns the fault of what a disk, or the machine, has failed to give for the moment. */
export function unreadNow(why: string): string {
  return `could not be read just now (${why}): it is tried again`;
}

/** Returns the fault that a failure to open or list `path` (absolute) means. */
export async function faultOf(error: unknown, path: string): Promise<EntryFault> {
  const code = errorCode(error) ?? '';
  if (code === 'EACCES' || code === 'EPERM') return FORBIDDEN;
  if (code === 'ELOOP') return LEADS_NOWHERE;
  if (code === 'ENOTDIR' || code === 'EISDIR') return NO_FILE;
  // A socket, or a pipe without a reader.
  if (code === 'ENXIO') return NO_FILE;
  if (code === 'ENOENT') {
    const isLink = await lstat(path).then(
      (entry) => entry.isSymbolicLink(),
      () => false,
    );
    if (isLink) return LEADS_NOWHERE;
    return (await isUnreadable(path)) ? NOT_UTF8 : GONE;
  }
  const fault = `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  return { fault, kind: failureKind(error) === 'file' ? 'lasting' : 'passing' };
}

/** The character that replaces bytes that are no text. */
export const UNREADABLE_SIGN = '\ufffd';

/**
 * Whether a path that leads nowhere (absolute) stands for an entry that is there: one whose name is no UTF-8 is listed
 * under another, by which nobody finds it.
 */
async function isUnreadable(path: string): Promise<boolean> {
  if (!path.includes(UNREADABLE_SIGN)) return false;
  const above = dirname(path);
  const names = await readdir(above).catch(() => null);
  return names?.includes(basename(path)) ?? (await isUnreadable(above));
}
