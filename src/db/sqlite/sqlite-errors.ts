import { ForeignKeyViolation, UniqueViolation } from '../errors/constraint-violations.ts';
import { DatabaseUnavailable } from '../errors/database-unavailable.ts';

/** Extended result codes, https://sqlite.org/rescode.html */
const CONSTRAINT_FOREIGNKEY = 787;
const CONSTRAINT_PRIMARYKEY = 1555;
const CONSTRAINT_UNIQUE = 2067;
/** Primary result codes (the low byte): SQLITE_BUSY, SQLITE_IOERR, SQLITE_FULL. */
const UNAVAILABLE: ReadonlySet<number> = new Set([5, 10, 13]);

/** `error` itself unless it is one that both engines name alike. */
export function translateSqliteError(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  switch (error.errcode) {
    case CONSTRAINT_UNIQUE:
    case CONSTRAINT_PRIMARYKEY:
      return uniqueViolation(error);
    case CONSTRAINT_FOREIGNKEY:
      return new ForeignKeyViolation({ cause: error });
    default:
      return isUnavailable(error.errcode) ? new DatabaseUnavailable(error) : error;
  }
}

function isUnavailable(errcode: unknown): boolean {
  return typeof errcode === 'number' && UNAVAILABLE.has(errcode & 0xff);
}

/** The message lists `table.column, table.column`. */
function uniqueViolation(error: Error): UniqueViolation {
  const names = (error.message.split('constraint failed: ')[1] ?? '')
    .split(', ')
    .map((name) => name.split('.'));
  const columns = names.flatMap(([, column]) => (column === undefined ? [] : [column]));
  return new UniqueViolation(names[0]?.[0] ?? '', columns, { cause: error });
}
