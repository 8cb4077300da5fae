import {
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
} from 'kysely';
import { translatePostgresError } from './postgres-errors.ts';

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
