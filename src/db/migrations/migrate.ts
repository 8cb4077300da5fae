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

async function refuseNewer<Schema>(db: Kysely<Schema>, known: object): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const unknown = rows.map(({ name }) => name).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0)
    throw new OperatorError(
      `The database was migrated by a newer version of the program (${unknown.join(', ')}).`,
      'Start that version again, or put back a backup of the database that was made by this one.',
    );
}
