import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Dialect, Kysely } from 'kysely';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { Database } from './database.ts';
import { migrate } from './migrations/migrate.ts';
import { createPostgresPool, TranslatingPostgresDialect } from './postgres/postgres-dialect.ts';
import type { DatabaseSchema } from './schema/database-schema.ts';
import { NodeSqliteDialect } from './sqlite/sqlite-dialect.ts';

export interface DatabaseOptions {
  /** `postgres://…`; null for the embedded database. */
  databaseUrl: string | null;
  /** Its file, made when it is missing. */
  sqlitePath: string;
  logger: Logger;
}

/**
 * Opens the database and brings it to this program's form.
 * @throws {OperatorError} when it cannot be reached or read, or is newer than the program
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  try {
    return await openMigrated(options);
  } catch (error) {
    throw error instanceof OperatorError ? error : openFailure(options, error);
  }
}

async function openMigrated(options: DatabaseOptions): Promise<Database> {
  const db = new Kysely<DatabaseSchema>({ dialect: await dialectOf(options) });
  try {
    const migrated = await migrate(db, options.logger);
    if (migrated.length > 0)
      options.logger.info({ migrations: migrated }, 'Onde brought the database to this version');
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

async function dialectOf({ databaseUrl, sqlitePath, logger }: DatabaseOptions): Promise<Dialect> {
  if (databaseUrl !== null) {
    const onLost = (error: Error) =>
      logger.debug({ err: error }, 'the database closed a connection; Onde opens another when it needs one');
    return new TranslatingPostgresDialect(createPostgresPool(databaseUrl, onLost));
  }
  await mkdir(dirname(sqlitePath), { recursive: true });
  return new NodeSqliteDialect(sqlitePath);
}

function openFailure({ databaseUrl, sqlitePath }: DatabaseOptions, cause: unknown): OperatorError {
  const reason = cause instanceof Error ? reasonOf(cause) : String(cause);
  if (databaseUrl === null)
    return new OperatorError(
      `The database ${sqlitePath} cannot be opened: ${reason}.`,
      'See that the folder can be written by this user and has space left; if the file is damaged, put back its latest backup.',
      { cause },
    );
  const { host, pathname } = new URL(databaseUrl);
  return new OperatorError(
    `The database ${pathname.slice(1)} at ${host || 'localhost'} cannot be opened: ${reason}.`,
    'See that PostgreSQL runs there, that the database exists, and that DATABASE_URL carries the right name and password.',
    { cause },
  );
}

/** Node reports a refused connection to a name with several addresses as an AggregateError without words. */
function reasonOf(error: Error): string {
  const words =
    error.message || (error instanceof AggregateError ? error.errors.map(String).join('; ') : error.name);
  return words.replace(/\.$/, '');
}
