import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { DatabaseOptions } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { command } from './postgres.ts';

/** A database on the engine of the running project: open it with openDatabase. */
export interface TestDatabase extends AsyncDisposable {
  readonly options: DatabaseOptions;
}

/** @param form `migrated` where a copy of one that has been opened before is quicker than an empty one */
export async function createTestDatabase(form: 'empty' | 'migrated' = 'empty'): Promise<TestDatabase> {
  if (process.env.ONDE_TEST_ENGINE !== 'postgres') return createOnSqlite();
  return createOnPostgres(form === 'migrated' ? inject('postgresTemplate') : 'template1');
}

const logger = createLogger({ level: 'silent', part: 'test' });

async function createOnSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'onde-database-'));
  return {
    options: { databaseUrl: null, sqlitePath: join(folder, 'onde.sqlite'), logger },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function createOnPostgres(template: string): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await command(server, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    options: { databaseUrl: url.href, sqlitePath: '', logger },
    [Symbol.asyncDispose]: () => command(server, `drop database ${name} with (force)`),
  };
}
