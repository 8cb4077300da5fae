import { dirname, resolve } from 'node:path';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import { translatePostgresError } from '#src/db/postgres/postgres-errors.ts';
import { translateSqliteError } from '#src/db/sqlite/sqlite-errors.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { explainFileProblem } from '#src/platform/errors/file-problem.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { UnsoundDatabase } from './backup-format.ts';

/** SQLITE_FULL, https://sqlite.org/rescode.html */
const SQLITE_FULL = 13;
/** The files beside the database can find no room before it does itself. */
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Why a backup was not made, in the operator's words; the error itself where nobody outside can mend it. */
export function explainFailure(
  error: unknown,
  { place, scratch, isPostgres }: { place: string; scratch: string; isPostgres: boolean },
): unknown {
  if (isDamage(error))
    // What is damaged is a file of SQLite: the station's own, or the copy of one that PostgreSQL keeps.
    return isPostgres
      ? new OperatorError(
          'The copy that was taken of the database is damaged: the backup was not made.',
          `Check the disk of ${scratch}, then run onde backup again. The station and the backups before are as they were.`,
          { cause: error },
        )
      : new OperatorError(
          'The database of the station is damaged: the backup was not made.',
          'Stop Onde, move DATA_DIR away and put the newest backup back: onde restore <file>. The backups before stay.',
          { cause: error },
        );
  if (error instanceof OperatorError) return error;
  if (takesNoFiles(error, place))
    return new OperatorError(
      `${place} takes no files: the backup was not made.`,
      'Choose another place for it, on a disk.',
      { cause: error },
    );
  if (isDiskFull(error))
    return new OperatorError(
      'A disk is full: the backup was not made.',
      `Make room in ${place} for the backup, and in ${scratch} for twice the database.`,
      { cause: error },
    );
  return (
    explainDatabase(error, 'the backup was not made', 'onde backup') ?? explainFileProblem(error) ?? error
  );
}

/** The same of one that was not put back. `to` is the folder that it goes to. */
export function explainRestoreFailure(error: unknown, { to }: { to: string }): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (isDiskFull(cause))
      return new OperatorError(
        'A disk is full: the backup was not put back.',
        `Make room in ${to}, for the database and for the backup if that is fetched, then run the same command again.`,
        { cause: error },
      );
  if (error instanceof OperatorError) return error;
  return explainDatabase(error, 'the backup was not put back', 'the same command') ?? error;
}

function explainDatabase(error: unknown, what: string, again: string): OperatorError | null {
  const known = translatePostgresError(translateSqliteError(error));
  if (!(known instanceof DatabaseUnavailable)) return null;
  return new OperatorError(
    `${known.message.replace(/\.$/, '')}: ${what}.`,
    `See that ${isOfDisk(error) ? 'the disk of DATA_DIR works and has room' : 'the database answers'}, then run ${again} again.`,
    { cause: error },
  );
}

/** As /proc does: the folder is there, and a file in it cannot be. */
function takesNoFiles(error: unknown, place: string): boolean {
  return (
    hasErrorCode(error, 'ENOENT') &&
    error instanceof Error &&
    'path' in error &&
    dirname(String(error.path)) === resolve(place)
  );
}

function isDiskFull(error: unknown): boolean {
  if (hasErrorCode(error, 'ENOSPC') || hasErrorCode(error, 'EDQUOT')) return true;
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_FULL;
}

function isOfDisk(error: unknown): boolean {
  return primaryCode(error) === SQLITE_IOERR;
}

/** Found by reading the database, or by proving the copy of it, which is as the database was. */
function isDamage(error: unknown): boolean {
  if (error instanceof UnsoundDatabase) return true;
  const code = primaryCode(error);
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** SQLite's; null for what is none of its errors. */
function primaryCode(error: unknown): number | null {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return null;
  // The low byte; the others say where it was found.
  return error.errcode & 0xff;
}
