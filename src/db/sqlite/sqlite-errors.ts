import { DatabaseUnavailable, ForeignKeyViolation, UniqueViolation } from '#src/db/errors/database-errors.ts';

/** Extended result codes, https://sqlite.org/rescode.html */
const CONSTRAINT_FOREIGNKEY = 787;
const CONSTRAINT_PRIMARYKEY = 1555;
const CONSTRAINT_UNIQUE = 2067;
/** What a database that has moved answers to every write (src/db/moving). */
const CONSTRAINT_TRIGGER = 1811;
/** Primary result codes, the low byte. */
const BUSY = 5;
const CONSTRAINT = 19;
/** What a system does to a disk that fails: from then on it is read alone. */
const READ_ONLY = 8;
const IO_ERROR = 10;
const FULL = 13;
const CANNOT_OPEN = 14;
const UNAVAILABLE: ReadonlySet<number> = new Set([BUSY, READ_ONLY, IO_ERROR, FULL, CANNOT_OPEN]);

/** `error` itself unless it is one that both engines name alike. */
export function translateSqliteError(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  switch (error.errcode) {
    case CONSTRAINT_UNIQUE:
    case CONSTRAINT_PRIMARYKEY:
      return uniqueViolation(error);
    case CONSTRAINT_FOREIGNKEY:
      return new ForeignKeyViolation({ cause: error });
    case CONSTRAINT_TRIGGER:
      return new DatabaseUnavailable(error);
    default:
      return UNAVAILABLE.has(primaryCode(error)) ? new DatabaseUnavailable(error) : error;
  }
}

/** Whether a row was refused because of another one. */
export function isSqliteConstraint(error: unknown): boolean {
  return error instanceof Error && primaryCode(error) === CONSTRAINT;
}

/** Whether another connection holds the lock that was needed. */
export function isSqliteBusy(error: unknown): boolean {
  return error instanceof Error && primaryCode(error) === BUSY;
}

/** Zero, which stands for success, when the error is not of SQLite. */
function primaryCode(error: Error): number {
  return 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
}

/** The message lists `table.column, table.column`. */
function uniqueViolation(error: Error): UniqueViolation {
  const names = (error.message.split('constraint failed: ')[1] ?? '')
    .split(', ')
    .map((name) => name.split('.'));
  const columns = names.flatMap(([, column]) => (column === undefined ? [] : [column]));
  return new UniqueViolation(names[0]?.[0] ?? '', columns, { cause: error });
}
