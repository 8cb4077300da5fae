import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { PostgresRows } from '#src/db/copies/postgres-rows.ts';
import type { WritableRowStore } from '#src/db/copies/row-store.ts';
import { openExisting } from '#src/db/copies/snapshot.ts';
import { SqliteRows } from '#src/db/copies/sqlite-rows.ts';
import { MOVE_TABLE, quoted, readShapes, type TableShape } from '#src/db/copies/table-shapes.ts';
import { migrate } from '#src/db/migrations/migrate.ts';
import { connectPostgres } from '#src/db/postgres/connect-postgres.ts';
import { createPostgresPool, TranslatingPostgresDialect } from '#src/db/postgres/postgres-dialect.ts';
import { NodeSqliteDialect } from '#src/db/sqlite/sqlite-dialect.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { Statements } from './move-mark.ts';

/** One of the two databases of a move. */
export interface MoveSide extends AsyncDisposable {
  /** Where it is, without a password. */
  readonly name: string;
  readonly rows: WritableRowStore;
  readonly statements: Statements;
  /** Everything that is read until `end` stands as it did at this instant; others go on writing. */
  beginReading(): Promise<void>;
  /** The same, and nobody else writes until `end`; readers go on. */
  beginAlone(tables: readonly TableShape[]): Promise<void>;
  end(how: 'commit' | 'rollback'): Promise<void>;
  /** The tables that are there, ours or not. */
  tableNames(): Promise<string[]>;
  /** Makes the tables of this program. */
  migrate(logger: Logger): Promise<void>;
  /** Where only this engine tells them. */
  shapes(): TableShape[] | null;
}

/**
 * Opens an embedded database, which need not be there yet where it `isMade`.
 * @throws {OperatorError} when it cannot be opened, or is no database
 */
export function openSqliteSide(
  path: string,
  { isMade, name = path }: { isMade: boolean; name?: string },
): MoveSide {
  const database = openReadable(path, isMade);
  const statements: Statements = {
    engine: 'sqlite',
    run: async (sql) => database.exec(sql),
    rows: async (sql) => database.prepare(sql).all(),
  };
  return {
    name,
    rows: new SqliteRows(database),
    statements,
    beginReading: async () => {
      database.exec('begin');
      database.prepare('select count(*) from sqlite_schema').get();
    },
    beginAlone: async () => database.exec('begin immediate'),
    end: async (how) => {
      if (database.isTransaction) database.exec(how);
    },
    tableNames: async () =>
      database
        .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
        .all()
        .map(({ name }) => String(name)),
    async migrate(logger) {
      await using db = new Kysely<unknown>({ dialect: new NodeSqliteDialect(path) });
      await migrate(db, logger);
    },
    shapes: () => readShapes(database),
    [Symbol.asyncDispose]: async () => database.close(),
  };
}

function openReadable(path: string, isMade: boolean): DatabaseSync {
  let database: DatabaseSync | null = null;
  try {
    if (isMade && !existsSync(path)) new DatabaseSync(path).close();
    database = openExisting(path);
    database.exec('pragma synchronous = full');
    // Opening looks at nothing: what is no database is told by the first read.
    database.prepare('select count(*) from sqlite_schema').get();
    return database;
  } catch (error) {
    database?.close();
    if (!(error instanceof Error && 'errcode' in error)) throw error;
    throw new OperatorError(
      `${path} cannot be opened as a database: ${error.message.replace(/\.$/, '')}.`,
      isMade
        ? 'Name a file that is not there yet, in a folder that is, and that the user that runs Onde may write to.'
        : 'See that it is the database of your station, and that the user that runs Onde may write to it and its folder; if it is damaged, put back its latest backup.',
      { cause: error },
    );
  }
}

/** Of our own; two moves into one server are told apart by it. */
const MOVE_LOCK = 8_116_021;

export async function openPostgresSide(url: string): Promise<MoveSide> {
  const connection = await connectPostgres(url, 'write');
  const { client } = connection;
  const { rows: locked } = await client.query<{ free: boolean }>(
    `select pg_try_advisory_lock(${MOVE_LOCK}) as free`,
  );
  if (locked[0]?.free !== true) {
    await connection[Symbol.asyncDispose]();
    throw new OperatorError(
      'Another move is under way in this PostgreSQL.',
      'Wait until it has ended; one that was killed lets go within some seconds.',
    );
  }
  const run = async (sql: string) => void (await client.query(sql));
  const { host, pathname } = new URL(url);
  return {
    name: `postgres://${host}${pathname}`,
    rows: new PostgresRows(client),
    statements: { engine: 'postgres', run, rows: async (sql) => (await client.query(sql)).rows },
    beginReading: () => run('begin isolation level repeatable read'),
    async beginAlone(tables) {
      await run('begin isolation level repeatable read');
      // The first statement: what is read afterwards is what stood there when the last writer had ended.
      const names = tables.map(({ name }) => quoted(name)).join(', ');
      await run(`lock table ${names} in share row exclusive mode`);
    },
    end: run,
    tableNames: async () => {
      const { rows } = await client.query<{ name: string }>(
        "select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'",
      );
      return rows.map(({ name }) => name);
    },
    async migrate(logger) {
      const dialect = new TranslatingPostgresDialect(createPostgresPool(url, () => {}));
      await using db = new Kysely<unknown>({ dialect });
      await migrate(db, logger);
    },
    shapes: () => null,
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

/** Whether a database, without a mark, holds what nobody can have meant to lose. */
export async function isEmpty(side: MoveSide, ours: readonly TableShape[]): Promise<boolean> {
  const names = await side.tableNames();
  const isOurs = (name: string) =>
    /^kysely_/.test(name) || name === MOVE_TABLE || ours.some((table) => table.name === name);
  if (!names.every(isOurs)) return false;
  for (const table of ours)
    if (names.includes(table.name) && !WRITTEN_BY_MIGRATIONS.has(table.name))
      if ((await side.rows.count(table)) > 0) return false;
  return true;
}

/** They have a row from the beginning, or from a first look at the clock. */
const WRITTEN_BY_MIGRATIONS: ReadonlySet<string> = new Set(['chart_window', 'believed_time']);
