import { errorCode } from './error-code.ts';

/**
 * Where the fault of a failure lies: in this `file` (gone, forbidden, not what its name promises), this
 * `machine` (out of descriptors, memory or disk, whichever file is asked for) or this `moment` (a disk,
 * network or peer that is away for now). Only the first is held against the file; the other two are tried
 * again.
 */
export type FailureKind = 'file' | 'machine' | 'moment';

/** errno(3). */
const OF_THE_FILE = new Set(['ENOENT', 'EACCES', 'EPERM', 'EISDIR', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG']);
const OF_THE_MACHINE = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'ENOBUFS', 'ENOSPC', 'EDQUOT', 'EROFS']);

/**
 * Sorts a caught value. An error that is not the system's comes from reading the file's content, so it is the
 * file's.
 */
export function failureKind(error: unknown): FailureKind {
  const code = errorCode(error);
  if (code === null || OF_THE_FILE.has(code) || !isSystemCode(code)) return 'file';
  return OF_THE_MACHINE.has(code) ? 'machine' : 'moment';
}

/** Node's own codes (`ERR_…`) tell of a wrong call or a wrong content, never of the system. */
function isSystemCode(code: string): boolean {
  return /^E[A-Z0-9]+$/.test(code);
}

/**
 * For a `catch` around what counts as nothing where its file is at fault.
 * @throws the failure where it lies elsewhere
 */
export function nullIfOfFile(error: unknown): null {
  if (failureKind(error) !== 'file') throw error;
  return null;
}
