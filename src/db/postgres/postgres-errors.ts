import pg from 'pg';
import { ForeignKeyViolation, UniqueViolation } from '../errors/constraint-violations.ts';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const FOREIGN_KEY_VIOLATION = '23503';
const UNIQUE_VIOLATION = '23505';

/** `error` itself unless it is a violated constraint that both engines name alike. */
export function translatePostgresError(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  switch (error.code) {
    case UNIQUE_VIOLATION:
      return new UniqueViolation(error.table ?? '', columnsOf(error.detail), { cause: error });
    case FOREIGN_KEY_VIOLATION:
      return new ForeignKeyViolation({ cause: error });
    default:
      return error;
  }
}

/** `Key (a, b)=(1, 2) already exists.`, translated by the server but for the brackets. */
function columnsOf(detail: string | undefined): string[] {
  const list = /\(([^()]*)\)=\(/.exec(detail ?? '')?.[1];
  return list === undefined ? [] : list.split(', ');
}
