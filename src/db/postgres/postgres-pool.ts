import type { PostgresPool } from 'kysely';
import pg from 'pg';

const CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_TIMEOUT_MS = 60_000;

/** Object ids of int8 and numeric (pg_type.dat): read as numbers, as SQLite gives them. */
const NUMBER_TYPES: ReadonlySet<number> = new Set([20, 1700]);

/** `onLost` is called for each connection that broke; the pool replaces them by itself. */
export function createPostgresPool(databaseUrl: string, onLost: (error: Error) => void): PostgresPool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    application_name: 'onde',
    types: {
      getTypeParser: (id, format) => (NUMBER_TYPES.has(id) ? Number : pg.types.getTypeParser(id, format)),
    },
  });
  pool.on('error', onLost);
  // A connection in use has no other listener for its loss: without one the error would end the process.
  pool.on('connect', (client) => client.on('error', onLost));
  return pool;
}
