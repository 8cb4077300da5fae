import { ForeignKeyViolation, UniqueViolation } from '../errors/constraint-violations.ts';

/** Extended result codes, https://sqlite.org/rescode.html */
const CONSTRAINT_FOREIGNKEY = 787;
const CONSTRAINT_PRIMARYKEY = 1555;
const CONSTRAINT_UNIQUE = 2067;

/** `error` itself unless it is a violated constraint that both engines name alike. */
export function translateSqliteError(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  switch (error.errcode) {
    case CONSTRAINT_UNIQUE:
    case CONSTRAINT_PRIMARYKEY:
      return uniqueViolation(error);
    case CONSTRAINT_FOREIGNKEY:
      return new ForeignKeyViolation({ cause: error });
    default:
      return error;
  }
}

/** The message lists `table.column, table.column`. */
function uniqueViolation(error: Error): UniqueViolation {
  const names = (error.message.split('constraint failed: ')[1] ?? '')
    .split(', ')
    .map((name) => name.split('.'));
  const columns = names.flatMap(([, column]) => (column === undefined ? [] : [column]));
  return new UniqueViolation(names[0]?.[0] ?? '', columns, { cause: error });
}
