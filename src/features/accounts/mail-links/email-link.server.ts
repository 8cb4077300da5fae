import { HOUR_MS, WEEK_MS } from '#src/contract/durations.ts';
import type { Database } from '#src/db/database.ts';
import { lockRows } from '#src/db/engine.ts';
import type { EmailTokensTable } from '#src/db/schema/members-tables.ts';
import { findPendingPassword } from '#src/features/accounts/registrations/waiting-registration.server.ts';
import { createToken, hashToken } from '#src/members/session/secret-token.server.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';

type Purpose = EmailTokensTable['purpose'];

/** How long a link works [A39]. */
export const LINK_HOURS = { validate: 48, reset: 1 } as const satisfies Record<Purpose, number>;
/**
 * Links that end when one is used: after a new password no older link signs in, whoever has read those mails.
 */
const RETIRED: Record<Purpose, readonly Purpose[]> = { validate: ['validate'], reset: ['validate', 'reset'] };
/** How long a dead link is remembered, so that the reply says "used" or "expired" instead of "unknown". */
export const LINK_REMEMBERED_MS = WEEK_MS;

/** Makes a link's token for an account. Earlier ones go on working: their mail may arrive later. */
export async function createLinkToken(
  db: Database,
  link: { userId: string; purpose: Purpose; nowMs: number },
): Promise<string> {
  const token = createToken();
  await db
    .insertInto('email_tokens')
    .values({
      token_hash: hashToken(token),
      user_id: link.userId,
      purpose: link.purpose,
      expires_ms: link.nowMs + LINK_HOURS[link.purpose] * HOUR_MS,
    })
    .execute();
  return token;
}

/** Lets a link work for as long as a new one. False for one that was used or is gone. */
export async function renewLink(
  db: Database,
  { token, userId, purpose, nowMs }: { token: string; userId: string; purpose: Purpose; nowMs: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('email_tokens')
    .set({ expires_ms: nowMs + LINK_HOURS[purpose] * HOUR_MS })
    .where('token_hash', '=', hashToken(token))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_ms', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @throws {WireError} `token_invalid`, `token_used` or `token_expired` unless the link works */
export async function requireLink(
  db: Database,
  link: { token: string; purpose: Purpose; nowMs: number },
): Promise<{ userId: string }> {
  const row = await lockRows(
    db,
    db.selectFrom('email_tokens').selectAll().where('token_hash', '=', hashToken(link.token)),
  ).executeTakeFirst();
  if (row === undefined || row.purpose !== link.purpose) throw new WireError('token_invalid');
  if (row.used_ms !== null && !(await isStillAsking(db, row))) throw new WireError('token_used');
  if (row.expires_ms <= link.nowMs) throw new WireError('token_expired');
  return { userId: row.user_id };
}

/** Whose link it was that has been used; null for any other, and once it would have ended. */
export async function findUsedLink(
  db: Database,
  link: { token: string; purpose: Purpose; nowMs: number },
): Promise<{ userId: string } | null> {
  const row = await db
    .selectFrom('email_tokens')
    .select('user_id')
    .where('token_hash', '=', hashToken(link.token))
    .where('purpose', '=', link.purpose)
    .where('used_ms', 'is not', null)
    .where('expires_ms', '>', link.nowMs)
    .executeTakeFirst();
  return row === undefined ? null : { userId: row.user_id };
}

/**
 * Whether a used link still works: programs that scan mails follow links too, so the link to the page that
 * asks for a password works until the member has typed one.
 */
async function isStillAsking(
  db: Database,
  { user_id, purpose }: { user_id: string; purpose: Purpose },
): Promise<boolean> {
  return purpose === 'validate' && (await findPendingPassword(db, user_id)) !== null;
}

/**
 * Like requireLink, inside a transaction; marks this link and the account's others that RETIRED names as
 * used.
 */
export async function redeemLink(
  trx: Database,
  link: { token: string; purpose: Purpose; nowMs: number },
): Promise<{ userId: string }> {
  await lockAddress(trx, link.token);
  const { userId } = await requireLink(trx, link);
  await retireLinks(trx, { ...link, userId });
  return { userId };
}

/** Ends the links of an account that end when one for that purpose is used. */
export async function retireLinks(
  trx: Database,
  { userId, purpose, nowMs }: { userId: string; purpose: Purpose; nowMs: number },
): Promise<void> {
  await trx
    .updateTable('email_tokens')
    .set({ used_ms: nowMs })
    .where('user_id', '=', userId)
    .where('purpose', 'in', RETIRED[purpose])
    .where('used_ms', 'is', null)
    .execute();
}

/**
 * Links of one address are used one after the other: each may remove the registration that another belongs
 * to.
 */
async function lockAddress(trx: Database, token: string): Promise<void> {
  const ofLink = trx
    .selectFrom('email_tokens')
    .innerJoin('users', 'users.id', 'email_tokens.user_id')
    .select('users.email_folded')
    .where('email_tokens.token_hash', '=', hashToken(token));
  const users = trx.selectFrom('users').select('id').where('email_folded', '=', ofLink).orderBy('id');
  await lockRows(trx, users).execute();
}
