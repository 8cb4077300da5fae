import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type DatabaseOptions, openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { command } from './postgres.ts';
import { addressOf, UsedDatabases } from './used-databases.ts';

/** A database on the engine of the running project: open it with openDatabase. */
export interface TestDatabase extends AsyncDisposable {
  readonly options: DatabaseOptions;
}

/** @param form `migrated` where a copy of one that has been opened before is quicker than an empty one */
export async function createTestDatabase(form: 'empty' | 'migrated' = 'empty'): Promise<TestDatabase> {
  if (process.env.ONDE_TEST_ENGINE !== 'postgres') return createOnSqlite(form);
  return createOnPostgres(form);
}

const logger = createLogger({ level: 'silent', part: 'test' });

async function createOnSqlite(form: 'empty' | 'migrated'): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'onde-database-'));
  const sqlitePath = join(folder, 'onde.sqlite');
  if (form === 'migrated') await writeFile(sqlitePath, await migratedSqlite());
  return {
    options: { databaseUrl: null, sqlitePath, logger },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The file of a database in this program's form, made once a test file. */
async function migratedSqlite(): Promise<Buffer> {
  sqliteTemplate ??= (async () => {
    await using empty = await createOnSqlite('empty');
    const db = await openDatabase(empty.options);
    await db[Symbol.asyncDispose]();
    return readFile(empty.options.sqlitePath);
  })();
  return sqliteTemplate;
}

let sqliteTemplate: Promise<Buffer> | null = null;

async function createOnPostgres(form: 'empty' | 'migrated'): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const databases = form === 'empty' ? newDatabases(server) : usedDatabases(server);
  const name = await databases.take();
  return {
    options: { databaseUrl: addressOf(server, name), sqlitePath: '', logger },
    [Symbol.asyncDispose]: () => databases.giveBack(name),
  };
}

type Databases = Pick<UsedDatabases, 'take' | 'giveBack'>;

let used: Databases | null = null;

function usedDatabases(server: string): Databases {
  used ??= new UsedDatabases(server, inject('postgresTemplate'));
  return used;
}

function newDatabases(server: string): Databases {
  return {
    async take() {
      const name = `test_${randomBytes(8).toString('hex')}`;
      await command(server, `create database ${name} template template1 strategy wal_log`);
      return name;
    },
    giveBack: (name) => command(server, `drop database ${name} with (force)`),
  };
}
