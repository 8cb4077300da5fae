import type { Language } from '#src/contract/languages.ts';
import type { Database } from '#src/db/database.ts';
import { orderMail } from '#src/db/mail-queue.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { LinkTicket, LinkTickets } from './link-ticket.server.ts';

interface Linking {
  readonly db: Database;
  readonly clock: Clock;
  readonly linkTickets: LinkTickets;
  readonly wakeMail: (() => void) | null;
}

/** Links somebody at a provider to a member, who is told by mail. Links once; the first link of a person stays. */
export async function insertLink(
  trx: Database,
  ticket: LinkTicket,
  told: { language: Language; wasProven: boolean } | null,
  nowMs: number,
): Promise<void> {
  const { provider, issuer, subject, userId } = ticket;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('provider_identities')
    .values({ provider, issuer, subject, user_id: userId, linked_ms: nowMs })
    .onConflict((conflict) => conflict.columns(['provider', 'issuer', 'subject']).doNothing())
    .executeTakeFirst();
  if (told === null || !numInsertedOrUpdatedRows) return;
  const { language, wasProven } = told;
  const payload = { provider, atMs: nowMs, wasProven };
  await orderMail(trx, nowMs, { kind: 'provider-linked', userId, payload, language, dedupeKey: null });
}

/**
 * Honours the ticket of a browser whose member has just shown, by the password or by a mail's link, that the account is
 * theirs [A95]. Gives the header that takes the ticket away; none where there was no ticket for that member.
 */
export async function linkByTicket(
  { db, clock, linkTickets, wakeMail }: Linking,
  call: { cookies: string; language: Language },
  userId: string,
): Promise<Readonly<Record<string, string>>> {
  const nowMs = clock.nowMs();
  const ticket = linkTickets.read(call.cookies, nowMs);
  if (ticket === null || ticket.userId !== userId) return {};
  const told = wakeMail === null ? null : { language: call.language, wasProven: true };
  await db.transaction().execute((trx) => insertLink(trx, ticket, told, nowMs));
  wakeMail?.();
  return { 'set-cookie': linkTickets.take() };
}
