import pg from 'pg';
import { DatabaseUnavailable, ForeignKeyViolation, UniqueViolation } from '#src/db/errors/database-errors.ts';
import { isOfPreparing } from './prepared-statements.ts';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const FOREIGN_KEY_VIOLATION = '23503';
const UNIQUE_VIOLATION = '23505';
/**
 * Connection lost, resources used up (a full disk too), server shutting down or starting, one that only reads, or that
 * ended what took longer than it allows (57014, 55P03, 25P03, 25P04) or stood in another's way (40). Who takes over from
 * another server may let nobody in at first, or have no database of that name yet (28, 3D); while a backup is put back
 * there, schema, tables and columns are missing, or are somebody else's (3F, 42P01, 42703, 42501). A fault of the server
 * itself is never the statement's (XX): on a full disk it lets nobody in with such a code.
 */
const UNAVAILABLE = /^(08|28|3[DF]|40(001|P01)|42(P01|703|501)|53|55P03|57|58|XX|25006|25P0[34])/;
/** What the socket fails with, and the look-up of the server's name. */
const SOCKET_ERRORS: ReadonlySet<unknown> = new Set([
  ...['ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTDOWN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH'],
  ...['EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME', 'ENOTFOUND'],
]);
/** Messages of `pg` that come without a code. */
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

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
      // The latter within a transaction alone, which has to begin anew.
      return UNAVAILABLE.test(error.code ?? '') || isOfPreparing(error)
        ? new DatabaseUnavailable(error)
        : error;
  }
}

function isSocketError(error: Error): boolean {
  // The socket of a server on this machine is a file, which goes with it.
  const isOfConnecting = 'syscall' in error && error.syscall === 'connect';
  return ('code' in error && SOCKET_ERRORS.has(error.code)) || isOfConnecting || LOST.test(error.message);
}

/** `Key (a, b)=(1, 2) already exists.`, translated by the server but for the brackets. */
function columnsOf(detail: string | undefined): string[] {
  const list = /\(([^()]*)\)=\(/.exec(detail ?? '')?.[1];
  return list === undefined ? [] : list.split(', ');
}
