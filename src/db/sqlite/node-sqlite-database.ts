import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { isSqliteBusy, translateSqliteError } from './sqlite-errors.ts';

/** How long opening waits for others that open the same new file. */
const OPEN_TIMEOUT_MS = 5_000;
const CACHED_STATEMENTS = 256;

/**
 * Every commit is on the disk when it returns (FULL). Deleted rows are overwritten. A negative cache size is
 * in KiB. Nothing waits for a lock here, in the event loop: a refused statement is tried again
 * (PatientSqliteDriver).
 */
const PRAGMAS = [
  'busy_timeout = 0',
  'secure_delete = on',
  'synchronous = FULL',
  'journal_size_limit = 67108864',
  'cache_size = -8192',
  'temp_store = MEMORY',
];

/**
 * `node:sqlite` in the form that Kysely's driver reads, with its prepared statements kept, the latest used
 * last.
 */
export class NodeSqliteDatabase implements SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(path: string) {
    this.#database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: OPEN_TIMEOUT_MS });
    writeAhead(this.#database, OPEN_TIMEOUT_MS);
    for (const pragma of PRAGMAS) this.#database.exec(`pragma ${pragma}`);
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql);
    if (known !== undefined) this.#statements.delete(sql);
    const statement = known ?? new NodeSqliteStatement(translated(() => this.#database.prepare(sql)));
    this.#statements.set(sql, statement);
    if (this.#statements.size > CACHED_STATEMENTS) {
      for (const oldest of this.#statements.keys()) {
        this.#statements.delete(oldest);
        break;
      }
    }
    return statement;
  }

  close(): void {
    this.#statements.clear();
    try {
      this.#database.exec('pragma optimize');
    } catch {
      // Statistics for the planner can wait for the next time: the file may be locked, its disk full.
    } finally {
      this.#database.close();
    }
  }
}

class NodeSqliteStatement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.reader = statement.columns().length > 0;
  }

  all(parameters: readonly unknown[]): unknown[] {
    return translated(() => this.#statement.all(...parameters.map(sqlValue)));
  }

  run(parameters: readonly unknown[]) {
    return translated(() => this.#statement.run(...parameters.map(sqlValue)));
  }

  iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    return translated(() => this.#statement.iterate(...parameters.map(sqlValue)));
  }
}

function translated<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw translateSqliteError(error);
  }
}

function sqlValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(
    `A ${typeof value} cannot be stored: write a flag by src/db/schema/music-tables.ts, JSON as text, an instant as milliseconds.`,
  );
}

const PAUSE_MS = 10;

/**
 * Keeps changes in a log of their own from now on, so that readers never wait for the writer. Of several
 * connections that turn a new file at once SQLite refuses some without the wait that the connection asks for
 * (https://sqlite.org/wal.html#sometimes_queries_return_sqlite_busy_in_wal_mode), so that the wait is made
 * here.
 * @throws SQLite's error when the file cannot be written, or is still locked after `timeoutMs`
 */
function writeAhead(database: DatabaseSync, timeoutMs: number): void {
  const pause = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  // By the clock: where the connection waits as it was asked to, each try takes as long as all of them may.
  const untilMs = performance.now() + timeoutMs;
  for (;;) {
    try {
      database.exec('pragma journal_mode = WAL');
      return;
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() >= untilMs) throw error;
      Atomics.wait(pause, 0, 0, PAUSE_MS);
    }
  }
}
