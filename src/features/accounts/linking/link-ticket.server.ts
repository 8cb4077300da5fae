import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { Language } from '#src/contract/languages.ts';
import { SIGN_IN_MS } from '#src/contract/limits.ts';
import { SIGN_IN_PROVIDERS } from '#src/contract/sign-in-providers.ts';
import type { Database } from '#src/db/database.ts';
import { orderMail } from '#src/db/mail-queue.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { isSameSecret } from '#src/platform/secrets/same-secret.ts';

const ticketSchema = z.object({
  provider: z.enum(SIGN_IN_PROVIDERS),
  issuer: z.string(),
  subject: z.string(),
  userId: z.string(),
  expiresMs: z.number(),
});
/** An identity, and the account that it may open once its holder has shown that the account is theirs. */
export type LinkTicket = Omit<z.infer<typeof ticketSchema>, 'expiresMs'>;

/** The cookie with the ticket, signed: nothing of it is kept here. */
export class LinkTickets {
  readonly #key: Buffer;
  readonly #name: string;
  readonly #attributes: string;

  constructor(key: Buffer, origin: string) {
    const isSecure = origin.startsWith('https:');
    this.#key = key;
    this.#name = `${isSecure ? '__Host-' : ''}onde-link`;
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** The header that gives it to the browser. */
  give(ticket: LinkTicket, nowMs: number): string {
    const said = Buffer.from(JSON.stringify({ ...ticket, expiresMs: nowMs + SIGN_IN_MS })).toString(
      'base64url',
    );
    return `${this.#name}=${said}.${this.#sign(said)}; Max-Age=${SIGN_IN_MS / 1000}; ${this.#attributes}`;
  }

  /** The header that takes it away. */
  take(): string {
    return `${this.#name}=; Max-Age=0; ${this.#attributes}`;
  }

  /** @param cookies a request's `Cookie` header. Null for one that is not ours, or too old. */
  read(cookies: string, nowMs: number): LinkTicket | null {
    const pair = cookies.split(';').find((cookie) => cookie.trim().startsWith(`${this.#name}=`));
    const [said = '', signed = ''] =
      pair
        ?.trim()
        .slice(this.#name.length + 1)
        .split('.') ?? [];
    if (!isSameSecret(signed, this.#sign(said))) return null;
    const { data } = ticketSchema.safeParse(JSON.parse(Buffer.from(said, 'base64url').toString()));
    if (data === undefined || data.expiresMs <= nowMs) return null;
    const { expiresMs: _, ...ticket } = data;
    return ticket;
  }

  #sign(said: string): string {
    return createHmac('sha256', this.#key).update(said).digest('base64url');
  }
}

/** What honouring a ticket needs: also what a way in needs that may bring one. */
export interface LinkingServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly linkTickets: LinkTickets;
  readonly wakeMail: (() => void) | null;
}

/**
 * Links an identity to a member, who is told by mail. Does nothing for an identity that is linked already.
 */
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
 * Honours the ticket of a browser whose member has just shown, by the password or by a mail's link, that the
 * account is theirs [A95]. Gives the header that takes the ticket away; none where there was no ticket for
 * that member.
 */
export async function linkByTicket(
  { db, clock, linkTickets, wakeMail }: LinkingServices,
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
