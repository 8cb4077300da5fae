import * as z from 'zod';
import { SIGN_IN_PROVIDERS } from '#src/contract/sign-in-providers.ts';
import type { Database } from '#src/db/database.ts';
import {
  mailsToMailbox,
  mailsToNewAddresses,
  passwordMailsOf,
} from '#src/features/accounts/limits/account-limits.server.ts';
import { findPendingPassword } from '#src/features/accounts/registrations/waiting-registration.server.ts';
import { findAccounts, type UserRow } from '#src/members/account/user-row.server.ts';
import { withoutTag } from '#src/members/rules/mailbox.server.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { MailComposer, OutgoingMail, OwedMail } from '#src/platform/mail/mail-queue.ts';
import { STATION } from '#src/platform/rate-limit/limit.ts';
import type { LimitCounter } from '#src/platform/rate-limit/rate-limits.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { type AccountMail, writeAccountMail } from './account-mail-texts.server.ts';
import { createLinkToken, renewLink } from './email-link.server.ts';

/** The services of the composers of the accounts' mails. */
export interface AccountMailServices {
  readonly db: Database;
  readonly clock: Clock;
  /** The site's public address, without a slash at its end. */
  readonly origin: string;
  readonly limits: LimitCounter;
  station(): StationConfig;
}

/** What a worker keeps of a mail that it wrote before: a server that is away is asked for it again and again. */
interface WrittenBefore {
  isCounted: boolean;
  token: string | null;
}

interface WriterServices extends AccountMailServices {
  /** By the mails' ids, the latest last. */
  readonly written: Map<string, WrittenBefore>;
}

/** Some 100 kB. Few wait for a server that is away at a time; of more than these some are counted once more. */
const WRITTEN_MAX = 1_000;

/** Whether something waits for the link in the browser that asked for it [A136]. */
const actSchema = z.object({ act: z.boolean().default(false) });
/** `browser`: by which the registration that is meant is known, where it is. */
const ofEmailSchema = actSchema.extend({
  emailFolded: z.string(),
  browser: z.string().nullable().default(null),
});
const changedSchema = z.object({ atMs: z.number() });
const unlinkedSchema = z.object({ provider: z.enum(SIGN_IN_PROVIDERS), atMs: z.number() });
const linkedSchema = unlinkedSchema.extend({ wasProven: z.boolean() });
const deletedSchema = z.object({ email: z.string(), firstName: z.string().nullable(), atMs: z.number() });

/**
 * The composers of the accounts' mails, by kind. Each looks its recipient up at the moment the mail goes out.
 */
export function accountMailComposers(given: AccountMailServices): Record<string, MailComposer> {
  const services: WriterServices = { ...given, written: new Map() };
  const { db } = services;
  return {
    validate: async (owed) => {
      const user = await findUser(db, owed.userId);
      return user && validationMail(services, owed, user);
    },
    resend: async (owed) => {
      const { emailFolded, browser } = ofEmailSchema.parse(owed.payload);
      const { member, waiting } = await findAccounts(db, emailFolded);
      const isHeld = member !== null && (await findPendingPassword(db, member.id)) !== null;
      const user = isHeld ? member : ((await findMeant(db, waiting, browser)) ?? member);
      if (user === null || (await isDone(db, user))) return null;
      if (!(await mayMail(services, owed, { key: withoutTag(emailFolded), member }))) return null;
      return validationMail(services, owed, user);
    },
    reset: async (owed) => {
      const { emailFolded, browser, act } = ofEmailSchema.parse(owed.payload);
      const { member, waiting } = await findAccounts(db, emailFolded);
      const user = member ?? (await findMeant(db, waiting, browser));
      const key = passwordMailsOf(withoutTag(emailFolded));
      if (user === undefined || !(await mayMail(services, owed, { key, member }))) return null;
      const token = await linkOf(services, owed, user, 'reset');
      return write(services, owed, user, { kind: 'reset', token, hasAct: act });
    },
    'password-changed': async (owed) => {
      const user = await findUser(db, owed.userId);
      return user && write(services, owed, user, { kind: 'changed', ...changedSchema.parse(owed.payload) });
    },
    'provider-linked': async (owed) => {
      const user = await findUser(db, owed.userId);
      return user && write(services, owed, user, { kind: 'linked', ...linkedSchema.parse(owed.payload) });
    },
    'provider-unlinked': async (owed) => {
      const user = await findUser(db, owed.userId);
      return user && write(services, owed, user, { kind: 'unlinked', ...unlinkedSchema.parse(owed.payload) });
    },
    'account-deleted': async (owed) => {
      const { email, firstName, atMs } = deletedSchema.parse(owed.payload);
      return writeTo(services, owed, { email, firstName }, { kind: 'deleted', atMs });
    },
  };
}

/**
 * Counts a mail that somebody asked for, once: a server that greylists, or is away, is asked again. Past the limit of
 * its mailbox, or the station's for addresses that are no member's, nothing goes out: who asks again later gets it.
 */
async function mayMail(
  services: WriterServices,
  owed: OwedMail,
  { key, member }: { key: string; member: UserRow | null },
): Promise<boolean> {
  const { limits } = services;
  const before = writtenBefore(services, owed);
  if (before.isCounted || owed.attempts > 0) return true;
  if ((await limits.take(mailsToMailbox, key)) !== null) return false;
  if (member === null && (await limits.take(mailsToNewAddresses, STATION)) !== null) return false;
  before.isCounted = true;
  return true;
}

function writtenBefore({ written }: WriterServices, { id }: OwedMail): WrittenBefore {
  const before = written.get(id) ?? { isCounted: false, token: null };
  written.delete(id);
  written.set(id, before);
  for (const oldest of written.keys()) {
    if (written.size <= WRITTEN_MAX) break;
    written.delete(oldest);
  }
  return before;
}

/** The registration of the browser that asks again; the newest where that is unknown. */
async function findMeant(
  db: Database,
  waiting: readonly UserRow[],
  browser: string | null,
): Promise<UserRow | undefined> {
  const [newest] = waiting;
  if (newest === undefined || browser === null) return newest;
  const rows = await db
    .selectFrom('registrations')
    .select('user_id')
    .where('browser_hash', '=', browser)
    .execute();
  return waiting.find(({ id }) => rows.some(({ user_id }) => user_id === id)) ?? newest;
}

/** Somebody registered a member's address: the mail goes to that member alone, and no link is made. */
async function validationMail(
  services: WriterServices,
  owed: OwedMail,
  user: UserRow,
): Promise<OutgoingMail | null> {
  if (user.activated_ms === null) {
    const { member } = await findAccounts(services.db, user.email_folded);
    if (member !== null) return write(services, owed, member, { kind: 'existing' });
  }
  if (await isDone(services.db, user)) return null;
  const token = await linkOf(services, owed, user, 'validate');
  const { act: hasAct } = actSchema.parse(owed.payload);
  return write(services, owed, user, { kind: 'validate', token, hasAct, atMs: user.created_ms });
}

/** Whether the mailbox is proven and the password counts, so that a link has nothing left to do. */
async function isDone(db: Database, user: UserRow): Promise<boolean> {
  return user.email_verified_ms !== null && (await findPendingPassword(db, user.id)) === null;
}

/** The token of a mail's link: that of its try before, which may have come to nobody, for as long as a new one. */
async function linkOf(
  services: WriterServices,
  owed: OwedMail,
  { id: userId }: UserRow,
  purpose: 'validate' | 'reset',
): Promise<string> {
  const { db, clock } = services;
  const before = writtenBefore(services, owed);
  const link = { userId, purpose, nowMs: clock.nowMs() };
  if (before.token !== null && (await renewLink(db, { ...link, token: before.token }))) return before.token;
  before.token = await createLinkToken(db, link);
  return before.token;
}

async function findUser(db: Database, userId: string | null): Promise<UserRow | null> {
  if (userId === null) return null;
  const user = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
  return user ?? null;
}

/** Leaves the name out where the address is not proven: a stranger may have typed it. */
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
