import { setTimeout as delay } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SqliteDriver } from 'kysely';
import { DatabaseUnavailable } from '#src/db/errors/database-errors.ts';
import { Permits } from '#src/platform/scheduling/permits.ts';
import { NodeSqliteDatabase } from './node-sqlite-database.ts';
import { isSqliteBusy } from './sqlite-errors.ts';

const BUSY_TIMEOUT_MS = 5_000;
const FIRST_PAUSE_MS = 1;
const LONGEST_PAUSE_MS = 50;

/**
 * One connection for all, on which nothing waits in the event loop: where another process holds the write
 * lock, a write gives up its permit and asks again a little later, and readers, whom SQLite lets pass, go on
 * meanwhile.
 */
export class PatientSqliteDriver implements Driver {
  /** The one connection: a statement has it, a transaction keeps it until it ends. */
  readonly #permits = new Permits(1);
  readonly #database: NodeSqliteDatabase;
  readonly #statements: SqliteDriver;
  readonly #busyTimeoutMs: number;

  /** @param busyTimeoutMs how long a write waits for another process that holds the write lock */
  constructor(path: string, busyTimeoutMs = BUSY_TIMEOUT_MS) {
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#database = new NodeSqliteDatabase(path);
    this.#statements = new SqliteDriver({ database: this.#database });
  }

  init(): Promise<void> {
    return this.#statements.init();
  }

  async acquireConnection(): Promise<PatientConnection> {
    return new PatientConnection(
      await this.#statements.acquireConnection(),
      this.#permits,
      this.#busyTimeoutMs,
    );
  }

  /**
   * Takes the write lock at once: a transaction that reads first and writes later would fail, without
   * waiting, when another process has written in between.
   */
  beginTransaction(connection: PatientConnection): Promise<void> {
    return connection.begin(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: PatientConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
    connection.end();
  }

  /** A failed statement may have ended the transaction by itself: a full disk does. */
  async rollbackTransaction(connection: PatientConnection): Promise<void> {
    if (this.#database.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
    connection.end();
  }

  async releaseConnection(connection: PatientConnection): Promise<void> {
    connection.end();
  }

  destroy(): Promise<void> {
    return this.#statements.destroy();
  }
}

/** One caller's use of the connection: a permit for each statement, or one for a whole transaction. */
class PatientConnection implements DatabaseConnection {
  readonly #statements: DatabaseConnection;
  readonly #permits: Permits;
  readonly #busyTimeoutMs: number;
  #holdsPermit = false;

  constructor(statements: DatabaseConnection, permits: Permits, busyTimeoutMs: number) {
    this.#statements = statements;
    this.#permits = permits;
    this.#busyTimeoutMs = busyTimeoutMs;
  }

  async begin(query: CompiledQuery): Promise<void> {
    await patiently(this.#busyTimeoutMs, async () => {
      await this.#permits.take();
      try {
        await this.#statements.executeQuery(query);
        this.#holdsPermit = true;
      } finally {
        if (!this.#holdsPermit) this.#permits.release();
      }
    });
  }

  /** Gives up the permit of a transaction. */
  end(): void {
    if (!this.#holdsPermit) return;
    this.#holdsPermit = false;
    this.#permits.release();
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#holdsPermit) return this.#statements.executeQuery(query);
    return patiently(this.#busyTimeoutMs, async () => {
      return await this.#permits.run(() => this.#statements.executeQuery<Row>(query));
    });
  }

  /** Rows are taken as they come: a write between two of them changes those that follow. */
  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#statements.streamQuery(query, chunkSize);
  }
}

/**
 * A statement that was refused for the lock has done nothing: it is run again, after pauses, until it is
 * allowed.
 */
async function patiently<T>(timeoutMs: number, attempt: () => Promise<T>): Promise<T> {
  const startMs = performance.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    try {
      return await attempt();
    } catch (error) {
      const isBusy = error instanceof DatabaseUnavailable && isSqliteBusy(error.cause);
      if (!isBusy || performance.now() - startMs >= timeoutMs) throw error;
    }
    await delay(pauseMs);
  }
}
