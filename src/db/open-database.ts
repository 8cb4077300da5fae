import { dirname, join } from 'node:path';
import { type Dialect, Kysely, sql } from 'kysely';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { makeFolderAside } from '#src/platform/files/make-folder.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { copyBeforeMigrating } from './copies/copy-before-migrating.ts';
import type { Database } from './database.ts';
import { engineOf } from './engine.ts';
import { DatabaseUnavailable } from './errors/database-errors.ts';
import { migrate, pendingMigrations } from './migrations/migrate.ts';
import { readMark, refuseMoved } from './moving/move-mark.ts';
import { tellOfUnmoved } from './moving/unmoved-database.ts';
import { createPostgresPool, TranslatingPostgresDialect } from './postgres/postgres-dialect.ts';
import { type PostgresState, refuseUnfit, STATE_QUERY } from './postgres/postgres-state.ts';
import type { DatabaseSchema } from './schema/database-schema.ts';
import { SlowQueries } from './slow-queries.ts';
import { NodeSqliteDialect } from './sqlite/sqlite-dialect.ts';
import { isSqliteBusy } from './sqlite/sqlite-errors.ts';

export interface DatabaseOptions {
  /** `postgres://…`; null for the embedded database. */
  databaseUrl: string | null;
  /** Its file, made when it is missing. Copies lie beside it, PostgreSQL's too; none are made where it is ''. */
  sqlitePath: string;
  logger: Logger;
  /** False: one of an earlier form is refused, since a station may be running on it. */
  mayMigrate?: boolean;
  /** Called before a database that was used is copied and migrated, which takes as long as it is large. */
  onMigrating?: () => void;
}

/** Where a copy is left before a migration, beside the embedded database. */
export const BEFORE_MIGRATIONS = 'before-migrations';

/**
 * Opens the database and brings it to this program's form; what stood in it before is copied first [W171].
 * @throws {OperatorError} when it cannot be reached or read, is newer than the program, or has moved
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  try {
    return await openMigrated(options);
  } catch (error) {
    throw error instanceof OperatorError ? error : openFailure(options, error);
  }
}

/**
 * A PostgreSQL in the form that it has, for what is alike in the versions that meet at an update. Nothing is asked
 * before the first query.
 */
export function openPostgresAsItIs(databaseUrl: string, logger: Logger): Database {
  return new Kysely<DatabaseSchema>({ dialect: postgresDialect(databaseUrl, logger, 'callers') });
}

async function openMigrated(options: DatabaseOptions): Promise<Database> {
  const slow = new SlowQueries(options.logger);
  let isOpen = false;
  const open = async (purpose: 'long work' | 'callers') =>
    new Kysely<DatabaseSchema>({
      dialect: await dialectOf(options, purpose),
      log({ query, queryDurationMillis }) {
        // A migration may take long, and says so itself.
        if (isOpen) slow.note(query.sql, queryDurationMillis, performance.now());
      },
    });
  let db = await open('long work');
  try {
    await refuseUnusable(options, db);
    const migrated = await migrateWithCopy(options, db);
    if (options.databaseUrl !== null) {
      await db.destroy();
      db = await open('callers');
      // Kysely closes nothing that was not used.
      await sql`select 1`.execute(db);
    }
    isOpen = true;
    slow.countFor(db);
    tellOf(migrated, options.logger);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Who starts Onde for the first time has no database to hear of, and reads the first lines of all. */
function tellOf(migrated: readonly string[], logger: Logger): void {
  if (migrated[0]?.startsWith('001-')) logger.info('Onde made its database');
  else if (migrated.length > 0)
    logger.info({ migrations: migrated.join(', ') }, 'Onde brought the database to this version');
}

async function refuseUnusable({ sqlitePath, logger }: DatabaseOptions, db: Database): Promise<void> {
  const engine = engineOf(db);
  const rows = async (text: string) => (await sql.raw(text).execute(db)).rows;
  if (engine === 'postgres') {
    const { rows: states } = await sql.raw<PostgresState>(STATE_QUERY).execute(db);
    for (const state of states) refuseUnfit(state);
  }
  refuseMoved(await readMark({ engine, rows }));
  if (engine === 'postgres') await tellOfUnmoved({ engine, rows }, sqlitePath, logger);
}

async function migrateWithCopy(
  { databaseUrl, sqlitePath, logger, mayMigrate = true, onMigrating }: DatabaseOptions,
  db: Database,
): Promise<string[]> {
  if (!mayMigrate && (await pendingMigrations(db, logger)).length > 0)
    throw new OperatorError(
      'The database still has the form of an earlier version of Onde.',
      'Bring the station to this version first: npx onde reload where it is running, else npm start.',
    );
  if (sqlitePath === '') return await migrate(db, logger);
  const options = {
    place: { databaseUrl, sqlitePath },
    folder: join(dirname(sqlitePath), BEFORE_MIGRATIONS),
    async pending() {
      const names = await pendingMigrations(db, logger);
      if (names.length > 0) onMigrating?.();
      return names;
    },
    nowMs: Date.now(),
    logger,
  };
  return await copyBeforeMigrating(options, () => migrate(db, logger));
}

async function dialectOf(
  { databaseUrl, sqlitePath, logger }: DatabaseOptions,
  purpose: 'long work' | 'callers',
): Promise<Dialect> {
  if (databaseUrl !== null) return postgresDialect(databaseUrl, logger, purpose);
  await makeFolderAside(dirname(sqlitePath));
  return new NodeSqliteDialect(sqlitePath);
}

function postgresDialect(databaseUrl: string, logger: Logger, purpose: 'long work' | 'callers'): Dialect {
  const onLost = (error: Error) =>
    logger.debug({ err: error }, 'the database closed a connection; Onde opens another when it needs one');
  return new TranslatingPostgresDialect(createPostgresPool(databaseUrl, onLost, purpose));
}

function openFailure({ databaseUrl, sqlitePath }: DatabaseOptions, cause: unknown): OperatorError {
  const own = cause instanceof DatabaseUnavailable ? cause.cause : cause;
  const reason = own instanceof Error ? reasonOf(own) : String(own);
  if (isSqliteBusy(own))
    return new OperatorError(
      `The database ${sqlitePath} is held by another program: ${reason}.`,
      'Close what has it open, an sqlite3 in another window or a program that copies it for instance (`fuser` names it), then try again. Nothing is wrong with the file.',
      { cause },
    );
  if (databaseUrl === null)
    return new OperatorError(
      `The database ${sqlitePath} cannot be opened: ${reason}.`,
      'See that this user may write the file and its folder, and that the disk has room; if the file is damaged, put back its latest backup.',
      { cause },
    );
  const { host, pathname } = new URL(databaseUrl);
  return new OperatorError(
    `The database ${pathname.slice(1)} at ${host || 'localhost'} cannot be opened: ${reason}.`,
    'See that PostgreSQL runs there, with room on its disk and for connections (max_connections), that the database exists, and that DATABASE_URL carries the right name and password.',
    { cause },
  );
}

/** Node reports a refused connection to a name with several addresses as an AggregateError without words. */
function reasonOf(error: Error): string {
  const words =
    error.message || (error instanceof AggregateError ? error.errors.map(String).join('; ') : error.name);
  return words.replace(/\.$/, '');
}
