import * as z from 'zod';
import { SIGN_IN_PROVIDERS } from '#src/contract/sign-in-providers.ts';
import type { Database } from '#src/db/database.ts';
import { orderMail } from '#src/db/mail-queue.ts';
import { findAccounts } from '#src/features/accounts/account/find-accounts.server.ts';
import type { UserRow } from '#src/features/accounts/account/wire-user.server.ts';
import type { AccountLimits } from '#src/features/accounts/rules/account-limits.server.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { MailComposer, OwedMail } from '#src/platform/mail/mail-queue.ts';
import type { OutgoingMail } from '#src/platform/mail/outgoing-mail.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { type AccountMail, writeAccountMail } from './account-mail-texts.server.ts';
import { createLinkToken } from './email-link.server.ts';

/** The services of the composers of the accounts' mails. */
export interface AccountMailServices {
  readonly db: Database;
  readonly clock: Clock;
  /** The site's public address, without a slash at its end. */
  readonly origin: string;
  readonly limits: Pick<AccountLimits, 'mailsToMailbox'>;
  station(): StationConfig;
}

const ofEmailSchema = z.object({ emailFolded: z.string() });
const changedSchema = z.object({ atMs: z.number() });
const linkedSchema = z.object({
  provider: z.enum(SIGN_IN_PROVIDERS),
  atMs: z.number(),
  wasProven: z.boolean(),
});
const deletedSchema = z.object({ email: z.string(), firstName: z.string().nullable(), atMs: z.number() });

/** The composers of the accounts' mails, by kind. Each looks its recipient up at the moment the mail goes out. */
export function accountMailComposers(services: AccountMailServices): Record<string, MailComposer> {
  const { db } = services;
  return {
    validate: async (owed) => {
      const user = await findUser(db, owed.userId);
      return user && validationMail(services, owed, user);
    },
    resend: async (owed) => {
      const { member, waiting } = await findAccounts(db, ofEmailSchema.parse(owed.payload).emailFolded);
      const [newest, ...others] = waiting;
      if (newest === undefined) return member && validationMail(services, owed, member);
      if (member === null) await orderOthers(services, owed, others);
      return validationMail(services, owed, newest);
    },
    reset: async (owed) => {
      const { member, waiting } = await findAccounts(db, ofEmailSchema.parse(owed.payload).emailFolded);
      const user = member ?? waiting[0];
      if (user === undefined) return null;
      const token = await createLink(services, user, 'reset');
      return write(services, owed, user, { kind: 'reset', token });
    },
    'password-changed': async (owed) => {
      const user = await findUser(db, owed.userId);
      return user && write(services, owed, user, { kind: 'changed', ...changedSchema.parse(owed.payload) });
    },
    'provider-linked': async (owed) => {
      const user = await findUser(db, owed.userId);
      return user && write(services, owed, user, { kind: 'linked', ...linkedSchema.parse(owed.payload) });
    },
    'account-deleted': async (owed) => {
      const { email, firstName, atMs } = deletedSchema.parse(owed.payload);
      return writeTo(services, owed, { email, firstName }, { kind: 'deleted', atMs });
    },
  };
}

/**
 * It is unknown which registration asked again, so each one that waits gets its link, up to the mailbox's limit: the
 * reader's own is among them.
 */
async function orderOthers(
  { db, clock, limits }: AccountMailServices,
  { language }: OwedMail,
  others: readonly UserRow[],
): Promise<void> {
  for (const { id, email_folded } of others) {
    if ((await limits.mailsToMailbox.take(email_folded)) !== null) return;
    const order = { kind: 'validate', userId: id, payload: {}, language, dedupeKey: `validate ${id}` };
    await orderMail(db, clock.nowMs(), order);
  }
}

/** Somebody registered a member's address: the mail goes to that member alone, and no link is made. */
async function validationMail(
  services: AccountMailServices,
  owed: OwedMail,
  user: UserRow,
): Promise<OutgoingMail | null> {
  if (user.activated_ms === null) {
    const { member } = await findAccounts(services.db, user.email_folded);
    if (member !== null) return write(services, owed, member, { kind: 'existing' });
  }
  if (user.email_verified_ms !== null) return null;
  const token = await createLink(services, user, 'validate');
  return write(services, owed, user, { kind: 'validate', token, atMs: user.created_ms });
}

function createLink({ db, clock }: AccountMailServices, user: UserRow, purpose: 'validate' | 'reset') {
  return createLinkToken(db, { userId: user.id, purpose, nowMs: clock.nowMs() });
}

async function findUser(db: Database, userId: string | null): Promise<UserRow | null> {
  if (userId === null) return null;
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  return user ?? null;
}

/** A name typed by a stranger is not sent to an address that is not proven to be theirs: such mails have no name. */
function write(services: AccountMailServices, owed: OwedMail, user: UserRow, mail: AccountMail) {
  const firstName = user.email_verified_ms === null ? null : user.first_name;
  return writeTo(services, owed, { email: user.email_folded, firstName }, mail);
}

function writeTo(
  { origin, station }: AccountMailServices,
  { language }: OwedMail,
  reader: { email: string; firstName: string | null },
  mail: AccountMail,
): Promise<OutgoingMail> {
  return writeAccountMail({ origin, station: station() }, { ...reader, language }, mail);
}
