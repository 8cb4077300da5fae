import { statSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import type pg from 'pg';
import * as z from 'zod/mini';
import { migrations } from '#src/db/migrations/migrations.ts';
import { connectPostgres } from '#src/db/postgres/connect-postgres.ts';
import { NodeSqliteDialect } from '#src/db/sqlite/sqlite-dialect.ts';
import { isNothingThere } from '#src/platform/errors/error-code.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { bringAlike } from './bring-alike.ts';
import { PostgresRows } from './postgres-rows.ts';
import { SqliteRows } from './sqlite-rows.ts';
import { MOVE_TABLE, readShapes, type TableShape } from './table-shapes.ts';

/** Where a database is. */
export interface DatabasePlace {
  /** `postgres://…`; null for the embedded database. */
  readonly databaseUrl: string | null;
  readonly sqlitePath: string;
}

/** What stood in a database at one instant. */
export interface Snapshot {
  readonly engine: 'sqlite' | 'postgres';
  /** The migrations that it has been through, in order. */
  readonly migrations: readonly string[];
  /** Rows of each table, counted in the source. */
  readonly rows: Readonly<Record<string, number>>;
}

/** Without a total, what is done is megabytes. */
export type OnProgress = (done: number, total: number | null, what: string) => void;

/** Pages that are copied between two looks at the progress: 20 MB. */
const COPIED_AT_ONCE = 5_000;
/** Opening waits for others, as a start does. */
const OPEN_TIMEOUT_MS = 5_000;

const nameSchema = z.object({ name: z.string() });

/**
 * Writes what stands in the database at this instant into a new SQLite file at `to`, while others go on reading and
 * writing. One form for both engines: whichever a copy was made of, it can be opened, counted and put back into either.
 * @throws {OperatorError} when there is no database, or nothing in it yet, or it is newer than the program
 */
export async function snapshotDatabase(
  { databaseUrl, sqlitePath }: DatabasePlace,
  to: string,
  onProgress: OnProgress = () => {},
): Promise<Snapshot> {
  return databaseUrl === null
    ? snapshotSqlite(sqlitePath, to, onProgress)
    : snapshotPostgres(databaseUrl, to, onProgress);
}

/** Opens an embedded database that has to be there already. */
export function openExisting(path: string): DatabaseSync {
  refuseNoDatabase(path);
  return new DatabaseSync(path, { timeout: OPEN_TIMEOUT_MS });
}

/** @throws {OperatorError} when there is no embedded database yet: opening one would make it */
export function refuseNoDatabase(path: string): void {
  try {
    statSync(path);
  } catch (error) {
    // One that this account may not see is there all the same.
    if (!isNothingThere(error)) throw error;
    throw new OperatorError(
      `There is no database at ${path}.`,
      'See that DATA_DIR names the folder of your station. A station has its database from its first start on.',
      { cause: error },
    );
  }
}

/** The migrations that an embedded database has been through; none before its first start has ended. */
export function appliedMigrations(database: DatabaseSync): string[] {
  if (!database.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get()) return [];
  return database
    .prepare('select name from kysely_migration order by name')
    .all()
    .map((row) => nameSchema.parse(row).name);
}

/** Counted within the transaction that is open on it. */
export async function countRows(
  rows: Pick<SqliteRows, 'count'>,
  tables: readonly TableShape[],
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) counts[table.name] = await rows.count(table);
  return counts;
}

/** @throws {OperatorError} when a newer program has migrated the database */
export function refuseUnknownMigrations(names: readonly string[]): void {
  const known = migrations(createLogger({ level: 'silent', part: 'copy' }));
  const unknown = names.filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0)
    throw new OperatorError(
      `The database was migrated by a newer version of the program (${unknown.join(', ')}).`,
      'Use that version, or a newer one.',
    );
}

async function snapshotSqlite(path: string, to: string, onProgress: OnProgress): Promise<Snapshot> {
  using database = openExisting(path);
  // The copy is made of what this transaction sees, and writers go on meanwhile (write-ahead log).
  database.exec('begin');
  const hasMark =
    database.prepare('select 1 from sqlite_schema where name = ?').get(MOVE_TABLE) &&
    database.prepare(`select 1 from ${MOVE_TABLE}`).get();
  if (hasMark) throw moved();
  const tables = readShapes(database);
  const rows = await countRows(new SqliteRows(database), tables);
  const names = appliedMigrations(database);
  if (names.length === 0) throw notBegun(path);
  await backup(database, to, {
    rate: COPIED_AT_ONCE,
    progress: ({ totalPages, remainingPages }) =>
      onProgress(totalPages - remainingPages, totalPages, 'database'),
  });
  database.exec('commit');
  // One file, whole without a log beside it.
  using copy = new DatabaseSync(to);
  copy.exec('pragma journal_mode = delete');
  return { engine: 'sqlite', migrations: names, rows };
}

async function snapshotPostgres(url: string, to: string, onProgress: OnProgress): Promise<Snapshot> {
  await using connection = await connectPostgres(url, 'read');
  const { client } = connection;
  await client.query('begin isolation level repeatable read read only');
  const { rows: markTables } = await client.query(`select 1 where to_regclass('${MOVE_TABLE}') is not null`);
  const hasMark =
    markTables.length > 0 && (await client.query(`select 1 from ${MOVE_TABLE}`)).rows.length > 0;
  if (hasMark) throw moved();
  const names = await appliedInPostgres(client);
  if (names.length === 0) {
    const { host, pathname } = new URL(url);
    throw notBegun(`${pathname.slice(1)} at ${host || 'localhost'}`);
  }
  refuseUnknownMigrations(names);
  await createSqlite(to, names);
  using database = new DatabaseSync(to);
  // One file, whole without a log beside it. Whoever finds half of it knows: it has its final name only when it is whole.
  database.exec('pragma journal_mode = delete');
  database.exec('pragma journal_mode = off');
  database.exec('pragma synchronous = off');
  database.exec('pragma foreign_keys = off');
  const tables = readShapes(database);
  const source = new PostgresRows(client);
  const target = new SqliteRows(database);
  const rows = await countRows(source, tables);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  // What migrations write into a new database.
  await target.clear(tables);
  await bringAlike({ source, target, tables, total, onProgress });
  await client.query('commit');
  return { engine: 'postgres', migrations: names, rows };
}

async function appliedInPostgres(client: pg.Client): Promise<string[]> {
  const { rows: there } = await client.query("select 1 where to_regclass('kysely_migration') is not null");
  if (there.length === 0) return [];
  const { rows } = await client.query('select name from kysely_migration order by name');
  return rows.map((row) => nameSchema.parse(row).name);
}

/** What a first start that was killed has left, or a database that nobody has used. */
function notBegun(place: string): OperatorError {
  return new OperatorError(
    `The database ${place} is empty: no station has begun in it.`,
    'See that DATA_DIR, and DATABASE_URL where it is set, are those of your station. A station has its database from its first start on.',
  );
}

function moved(): OperatorError {
  return new OperatorError(
    'This database has moved elsewhere, or a move into it has not ended.',
    'Start Onde, or run onde migrate: they say where it is. Set DATABASE_URL to it, and run this again.',
  );
}

/** Makes an embedded database that has been through these migrations. */
export async function createSqlite(path: string, names: readonly string[]): Promise<void> {
  await using db = new Kysely<unknown>({ dialect: new NodeSqliteDialect(path) });
  const known = migrations(createLogger({ level: 'silent', part: 'copy' }));
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...known }) } });
  const last = names.at(-1);
  if (last === undefined) return;
  const { error } = await migrator.migrateTo(last);
  if (error !== undefined) throw error;
}
