import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { DatabaseOptions } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';

/** An empty database on the engine of the running project: open it with openDatabase. */
export interface TestDatabase extends AsyncDisposable {
  readonly options: DatabaseOptions;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  return process.env.ONDE_TEST_ENGINE === 'postgres' ? createOnPostgres() : createOnSqlite();
}

const logger = createLogger({ level: 'silent', part: 'test' });

async function createOnSqlite(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'onde-database-'));
  return {
    options: { databaseUrl: null, sqlitePath: join(folder, 'onde.sqlite'), logger },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function createOnPostgres(): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await command(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    options: { databaseUrl: url.href, sqlitePath: '', logger },
    [Symbol.asyncDispose]: () => command(server, `drop database ${name} with (force)`),
  };
}

async function command(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
