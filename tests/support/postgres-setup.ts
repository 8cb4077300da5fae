import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { command, startPostgres } from './postgres.ts';
import { addressOf } from './used-databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    /** A database in this program's form, for others to be copied from. */
    postgresTemplate: string;
  }
}

/** A server that is given may be another run's as well. */
const TEMPLATE = `onde_template_${randomBytes(8).toString('hex')}`;

/** Vitest: one server for all files of the project. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  await createTemplate(server.url);
  project.provide('postgresTemplate', TEMPLATE);
  return async () => {
    await dropDatabases(server.url);
    await server[Symbol.asyncDispose]();
  };
}

async function createTemplate(server: string): Promise<void> {
  await command(server, `create database ${TEMPLATE}`);
  const logger = createLogger({ level: 'silent', part: 'test' });
  const database = await openDatabase({ databaseUrl: addressOf(server, TEMPLATE), sqlitePath: '', logger });
  await database.destroy();
}

/** The copies that served tests are called after the template. */
async function dropDatabases(server: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
      TEMPLATE,
    ]);
    for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`);
  } finally {
    await client.end();
  }
}
