import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#src/db/open-database.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { command, startPostgres } from './postgres.ts';

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
    await dropTemplate(server.url);
    await server[Symbol.asyncDispose]();
  };
}

async function createTemplate(server: string): Promise<void> {
  await command(server, `create database ${TEMPLATE}`);
  const url = new URL(server);
  url.pathname = `/${TEMPLATE}`;
  const logger = createLogger({ level: 'silent', part: 'test' });
  const database = await openDatabase({ databaseUrl: url.href, sqlitePath: '', logger });
  await database.destroy();
}

const dropTemplate = (server: string) => command(server, `drop database if exists ${TEMPLATE}`);
