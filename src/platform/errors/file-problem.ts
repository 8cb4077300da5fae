import { errorCode } from './error-code.ts';
import { OperatorError } from './operator-error.ts';

const REMEDIES: Record<string, string> = {
  EACCES: 'Give the user that runs Onde the right to it, or choose another place: DATA_DIR and STATION_DIR.',
  EPERM: 'Give the user that runs Onde the right to it, or choose another place: DATA_DIR and STATION_DIR.',
  EROFS: 'Its disk is read-only: mount it for writing, or choose another place: DATA_DIR and STATION_DIR.',
  ENOSPC: 'Free some space on its disk, then try again.',
  EDQUOT: 'Free some of the space that the user that runs Onde may fill, then try again.',
  ENOTDIR:
    'Move away the file that is where a folder belongs, or choose another place: DATA_DIR and STATION_DIR.',
  EEXIST:
    'Move away the file that is where a folder belongs, or choose another place: DATA_DIR and STATION_DIR.',
};

/** A failure of the file system in the operator's words; null for one that no operator can mend, and for all others. */
export function explainFileProblem(error: unknown): OperatorError | null {
  if (!(error instanceof Error && 'path' in error)) return null;
  const remedy = REMEDIES[errorCode(error) ?? ''];
  return remedy === undefined ? null : new OperatorError(error.message, remedy, { cause: error });
}
