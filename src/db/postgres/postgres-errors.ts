import pg from 'pg';
import { DatabaseUnavailable, ForeignKeyViolation, UniqueViolation } from '#src/db/errors/database-errors.ts';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const FOREIGN_KEY_VIOLATION = '23503';
const UNIQUE_VIOLATION = '23505';
/** Connection lost, resources used up (a full disk too), server shutting down or starting, or one that only reads. */
const UNAVAILABLE = /^(08|53|57P|25006)/;
/** What the socket fails with. */
const SOCKET_ERRORS: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
]);
/** Messages of `pg` that come without a code. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** `error` itself unless it is one that both engines name alike. */
export function translatePostgresError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!(error instanceof pg.DatabaseError))
    return isSocketError(error) ? new DatabaseUnavailable(error) : error;
  switch (error.code) {
    case UNIQUE_VIOLATION:
      return new UniqueViolation(error.table ?? '', columnsOf(error.detail), { cause: error });
    case FOREIGN_KEY_VIOLATION:
      return new ForeignKeyViolation({ cause: error });
    default:
      return UNAVAILABLE.test(error.code ?? '') ? new DatabaseUnavailable(error) : error;
  }
}

function isSocketError(error: Error): boolean {
  return ('code' in error && SOCKET_ERRORS.has(error.code)) || LOST.test(error.message);
}

/** `Key (a, b)=(1, 2) already exists.`, translated by the server but for the brackets. */
function columnsOf(detail: string | undefined): string[] {
  const list = /\(([^()]*)\)=\(/.exec(detail ?? '')?.[1];
  return list === undefined ? [] : list.split(', ');
}
