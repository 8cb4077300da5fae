import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import type { DatabaseProbes } from './database-health.ts';

const APART_MAX_MS = 3_000;

/**
 * How to ask whether the database answers. The embedded one is a file of ours: only this process can be slow, so no
 * second connection is asked.
 */
export function databaseProbes(db: Database, databaseUrl: string | null): DatabaseProbes {
  return {
    ask: () => sql`select 1`.execute(db),
    askApart: () => (databaseUrl === null ? Promise.resolve() : askPostgres(databaseUrl)),
  };
}

async function askPostgres(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: APART_MAX_MS,
    query_timeout: APART_MAX_MS,
    application_name: 'onde health',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    void client.end().catch(() => {});
  }
}
