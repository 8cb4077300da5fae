import { errorCode, hasErrorCode } from './error-code.ts';
import { OperatorError } from './operator-error.ts';

const REMEDIES: Record<string, string> = {
  EACCES: 'Give the user that runs Onde the right to it, or choose another place: DATA_DIR and STATION_DIR.',
  EPERM: 'Give the user that runs Onde the right to it, or choose another place: DATA_DIR and STATION_DIR.',
  EROFS: 'Its disk is read-only: mount it for writing, or choose another place: DATA_DIR and STATION_DIR.',
  ENOSPC: 'Free some space on its disk, then try again.',
  EDQUOT: 'Free some of the space that the user that runs Onde may fill, then try again.',
  EIO: 'Its disk does not work as it should: check it, or choose another place: DATA_DIR and STATION_DIR.',
  ELOOP: 'Its links lead in a circle: put what they stand for in their place.',
  ENAMETOOLONG: 'Choose another place with a shorter path: DATA_DIR and STATION_DIR.',
  EMFILE: 'More files are open than the system allows: raise the limit (ulimit -n, LimitNOFILE=).',
  ENFILE: 'More files are open than the system allows: raise the limit of the machine (fs.file-max).',
  ENOTDIR:
    'Move away the file that is where a folder belongs, or choose another place: DATA_DIR and STATION_DIR.',
  EEXIST:
    'Move away the file that is where a folder belongs, or choose another place: DATA_DIR and STATION_DIR.',
};

const UNMADE_FOLDER =
  'It cannot be made there, as on a read-only disk: mount it for writing, or choose another place: DATA_DIR and STATION_DIR.';

/**
 * A failure of the file system in the operator's words; null for one that no operator can mend, and for all
 * others.
 */
export function explainFileProblem(error: unknown): OperatorError | null {
  if (!(error instanceof Error && 'path' in error)) return null;
  const remedy = isUnmadeFolder(error) ? UNMADE_FOLDER : REMEDIES[errorCode(error) ?? ''];
  return remedy === undefined ? null : new OperatorError(error.message, remedy, { cause: error });
}

/**
 * Node says of a read-only disk, and of some that are not there, that the folder to be made does not exist.
 */
function isUnmadeFolder(error: Error): boolean {
  return hasErrorCode(error, 'ENOENT') && 'syscall' in error && error.syscall === 'mkdir';
}
