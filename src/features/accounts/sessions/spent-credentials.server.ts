import type { Database } from '#src/db/database.ts';
import { hashToken } from '#src/members/session/secret-token.server.ts';

/**
 * Notes that a signed credential, which works once, was used; of two calls at once one is first. The
 * signature is left out, since several spellings of one are read as the same bytes.
 * @param expiresMs when it would be refused for its age anyway
 * @returns false when it was used before
 */
export async function spendCredential(db: Database, token: string, expiresMs: number): Promise<boolean> {
  const said = token.slice(0, token.lastIndexOf('.'));
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('spent_credentials')
    .values({ token_hash: hashToken(said), expires_ms: expiresMs })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Forgets spent credentials that are too old to be believed. */
export async function sweepSpentCredentials(db: Database, nowMs: number): Promise<void> {
  await db.deleteFrom('spent_credentials').where('expires_ms', '<=', nowMs).execute();
}
