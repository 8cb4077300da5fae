import {
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { PatientSqliteDriver } from './patient-sqlite-driver.ts';

/** The embedded database: one file, opened by `node:sqlite`. */
export class NodeSqliteDialect implements Dialect {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  createDriver(): Driver {
    return new PatientSqliteDriver(this.#path);
  }

  createQueryCompiler() {
    return new SqliteQueryCompiler();
  }

  createAdapter(): DialectAdapter {
    return new TransactionalSqliteAdapter();
  }

  createIntrospector(db: Kysely<unknown>) {
    return new SqliteIntrospector(db);
  }
}

/**
 * Migrations run in one transaction, so that two processes that start together do not both make the tables.
 * Whose turn it is the driver says: it lets others run while a write waits, which Kysely's own turns do not.
 */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
