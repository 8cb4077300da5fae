import {
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
} from 'kysely';
import pg from 'pg';
import { postgresTypes } from './connect-postgres.ts';
import { limitWaiting } from './limit-waiting.ts';
import { translatePostgresError } from './postgres-errors.ts';
import { PreparedStatements, prepareStatements } from './prepared-statements.ts';

/** PostgreSQL whose errors carry the same names as the embedded database's. */
export class TranslatingPostgresDialect extends PostgresDialect {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    return new TranslatingPostgresDriver({ pool: this.#pool });
  }
}

class TranslatingPostgresDriver extends PostgresDriver {
  readonly #translating = new WeakSet<DatabaseConnection>();

  override async acquireConnection(
    ...options: Parameters<PostgresDriver['acquireConnection']>
  ): ReturnType<PostgresDriver['acquireConnection']> {
    const connection = await super.acquireConnection(...options).catch((error: unknown) => {
      throw translatePostgresError(error);
    });
    if (!this.#translating.has(connection)) {
      this.#translating.add(connection);
      const execute: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection);
      connection.executeQuery = async (query, queryOptions) => {
        try {
          return await execute(query, queryOptions);
        } catch (error) {
          throw translatePostgresError(error);
        }
      };
    }
    return connection;
  }
}

const CONNECTIONS = 10;
/**
 * How long somebody waits for a connection, be it a new one or one that others have. On a machine with too much to do
 * ten new ones at once take several seconds; a caller's proxy waits for eight (deploy/nginx).
 */
const CONNECT_TIMEOUT_MS = { 'long work': 10_000, callers: 7_000 } as const;
const IDLE_TIMEOUT_MS = 60_000;

/**
 * `onLost` is called for each connection that broke; the pool replaces them by itself. Callers are not kept waiting by
 * somebody's lock or for a server that is gone; long work, such as a migration, waits.
 */
export function createPostgresPool(
  databaseUrl: string,
  onLost: (error: Error) => void,
  purpose: 'long work' | 'callers' = 'long work',
): PostgresPool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS[purpose],
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    application_name: 'onde',
    types: postgresTypes,
    ...(purpose === 'callers' && {
      verify: (client, done) => void limitWaiting(client, databaseUrl).then(() => done(), done),
    }),
  });
  pool.on('error', onLost);
  const statements = new PreparedStatements();
  pool.on('connect', (client) => {
    // A connection in use has no other listener for its loss: without one the error would end the process as well.
    client.on('error', onLost);
    prepareStatements(client, statements);
  });
  return pool;
}
