import { type Kysely, sql } from 'kysely';

/** 365 days. */
const LONGEST_MS = 31_536_000_000;

/**
 * When a session's member signed in, by which it ends at last. Those that are there were opened by a sign-in: they end
 * a year after it, at once where that is past.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('signed_in_ms', 'bigint').execute();
  await sql`
    update sessions set expires_ms = created_ms + ${sql.lit(LONGEST_MS)}
    where expires_ms > created_ms + ${sql.lit(LONGEST_MS)}`.execute(db);
}
