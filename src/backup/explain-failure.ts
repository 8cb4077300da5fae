import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import { translatePostgresError } from '#src/db/postgres/postgres-errors.ts';
import { translateSqliteError } from '#src/db/sqlite/sqlite-errors.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { explainFileProblem } from '#src/platform/errors/file-problem.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';

/** SQLITE_FULL, https://sqlite.org/rescode.html */
const SQLITE_FULL = 13;

/** Why a backup was not made, in the operator's words; the error itself where nobody outside can mend it. */
export function explainFailure(
  error: unknown,
  { place, scratch }: { place: string; scratch: string },
): unknown {
  if (error instanceof OperatorError) return error;
  if (isDiskFull(error))
    return new OperatorError(
      'A disk is full: the backup was not made.',
      `Make room in ${place} for the backup, and in ${scratch} for twice the database.`,
      { cause: error },
    );
  const known = translatePostgresError(translateSqliteError(error));
  if (known instanceof DatabaseUnavailable)
    return new OperatorError(
      `${known.message.replace(/\.$/, '')}: the backup was not made.`,
      'See that the database answers, then run onde backup again.',
      { cause: error },
    );
  return explainFileProblem(error) ?? error;
}

function isDiskFull(error: unknown): boolean {
  if (hasErrorCode(error, 'ENOSPC') || hasErrorCode(error, 'EDQUOT')) return true;
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_FULL;
}
