import { errorCode, hasErrorCode } from './error-code.ts';
import { OperatorError } from './operator-error.ts';

/** The folder in the way is in the message; which setting or word of the command named it is not known here. */
const ANOTHER = 'choose another place: DATA_DIR, STATION_DIR, BACKUP_DIR or the folder that you named';

const REMEDIES: Record<string, string> = {
  EACCES: `Give the user that runs Onde the right to it (below /home the unit of the service may close it: ProtectHome=), or ${ANOTHER}.`,
  EPERM: `Give the user that runs Onde the right to it, or ${ANOTHER}.`,
  EROFS: `Its disk is read-only, or the unit of the service has it so: mount it for writing, name it in ReadWritePaths=, or ${ANOTHER}.`,
  ENOSPC: 'Free some space on its disk, then try again.',
  EDQUOT: 'Free some of the space that the user that runs Onde may fill, then try again.',
  EIO: `Its disk does not work as it should: check it, or ${ANOTHER}.`,
  ELOOP: 'Its links lead in a circle: put what they stand for in their place.',
  ENAMETOOLONG:
    'Choose another place with a shorter path: DATA_DIR, STATION_DIR, BACKUP_DIR or the folder that you named.',
  EMFILE: 'More files are open than the system allows: raise the limit (ulimit -n, LimitNOFILE=).',
  ENFILE: 'More files are open than the system allows: raise the limit of the machine (fs.file-max).',
  ENOTDIR: `Move away the file that is where a folder belongs, or ${ANOTHER}.`,
  EEXIST: `Move away the file that is where a folder belongs, or ${ANOTHER}.`,
};

const UNMADE_FOLDER = `It cannot be made there, as on a read-only disk, or one that the unit of the service has so: mount it for writing, name it in ReadWritePaths=, or ${ANOTHER}.`;

/** Of these Node says no path when a file that is open fails: writing it, not opening it. */
const WITHOUT_PATH: Record<string, string> = {
  ENOSPC:
    'The disk that this writes to is full: free some space on it (DATA_DIR, or the folder that you named), then try again.',
  EDQUOT:
    'The user that runs Onde may fill no more of the disk that this writes to: free some of it (DATA_DIR, or the folder that you named), then try again.',
  EIO: 'A disk that this reads or writes does not work as it should: check it (DATA_DIR, STATION_DIR, or the folder that you named), then try again.',
};

/**
 * A failure of the file system in the operator's words; null for one that no operator can mend, and for all
 * others.
 */
export function explainFileProblem(error: unknown): OperatorError | null {
  if (!(error instanceof Error)) return null;
  const code = errorCode(error) ?? '';
  const remedy =
    'path' in error ? remedyOf(error, code) : isOfFile(error, code) ? WITHOUT_PATH[code] : undefined;
  return remedy === undefined ? null : new OperatorError(error.message, remedy, { cause: error });
}

function remedyOf(error: Error, code: string): string | undefined {
  return isUnmadeFolder(error) ? UNMADE_FOLDER : REMEDIES[code];
}

/** `EIO: i/o error, write`; of a socket or a terminal that has gone it is `write EIO`. */
function isOfFile(error: Error, code: string): boolean {
  return error.message.startsWith(`${code}: `);
}

/**
 * Node says of a read-only disk, and of some that are not there, that the folder to be made does not exist.
 */
function isUnmadeFolder(error: Error): boolean {
  return hasErrorCode(error, 'ENOENT') && 'syscall' in error && error.syscall === 'mkdir';
}
