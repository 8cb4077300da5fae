import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { migrations } from './migrations.ts';

/**
 * Brings the database to this program's form and gives the names of the migrations that ran. Any number of processes
 * may do it at once: the first one migrates, the others wait.
 * @throws {OperatorError} and changes nothing, when a newer program has migrated the database
 */
export async function migrate<Schema>(db: Kysely<Schema>, logger: Logger): Promise<string[]> {
  const known = migrations(logger);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...known }) } });
  await refuseNewer(db, known);
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined) {
    await refuseNewer(db, known);
    throw error;
  }
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/** The migrations that a database which is used already has before it. None before a first start. */
export async function pendingMigrations<Schema>(db: Kysely<Schema>, logger: Logger): Promise<string[]> {
  const applied = await appliedNames(db);
  return applied.length === 0
    ? []
    : Object.keys(migrations(logger)).filter((name) => !applied.includes(name));
}

async function refuseNewer<Schema>(db: Kysely<Schema>, known: object): Promise<void> {
  const unknown = (await appliedNames(db)).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0)
    throw new OperatorError(
      `The database was migrated by a newer version of the program (${unknown.join(', ')}).`,
      'Start that version again, or put back a backup of the database that was made by this one.',
    );
}

async function appliedNames<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
