import type { Language } from '#src/contract/languages.ts';
import { CREDENTIAL_MS } from '#src/contract/limits.ts';
import { PROVIDER_NAMES } from '#src/contract/sign-in-providers.ts';
import type { Database } from '#src/db/database.ts';
import { lockRows } from '#src/db/engine.ts';
import { UniqueViolation } from '#src/db/errors/database-errors.ts';
import { timeOrderedId } from '#src/db/ids/time-ordered-id.ts';
import { insertLink, type LinkTicket } from '#src/features/accounts/linking/link-ticket.server.ts';
import { pictureSource } from '#src/features/accounts/pictures/member-pictures.server.ts';
import { removeWaiting } from '#src/features/accounts/registrations/waiting-registration.server.ts';
import type { AccountServices } from '#src/features/accounts/services/account-services.server.ts';
import type { SignedIn } from '#src/features/accounts/sessions/sessions.wire.ts';
import { spendCredential } from '#src/features/accounts/sessions/spent-credentials.server.ts';
import type { Services } from '#src/features/services.server.ts';
import { findAccounts, type UserRow, wireUser } from '#src/members/account/user-row.server.ts';
import { pagesShowing } from '#src/members/member-data.server.ts';
import { cleanEmail } from '#src/members/rules/account-rules.ts';
import { findMailbox } from '#src/members/rules/mailbox.server.ts';
import { holdAccount, openSession } from '#src/members/session/session.server.ts';
import { WireError } from '#src/platform/wire/wire-error.ts';
import type { OpenIdProvider, ProvenClaims } from './open-id-provider.server.ts';
import { type GivenName, identityOf, type ProviderIdentity } from './provider-identity.server.ts';

/** A member who has come by a provider. */
export interface Entered {
  readonly signedIn: SignedIn;
  /** The account was there, proven by nobody: what it said of somebody is gone [A74]. */
  readonly isCleared: boolean;
}

/** Refuses to open an account on nothing but a provider's word about its mailbox [A95]. */
export class LinkUnproven extends WireError {
  readonly ticket: LinkTicket;

  constructor({ provider, issuer, subject }: ProviderIdentity, userId: string) {
    super('provider_link_unproven', { values: { provider: PROVIDER_NAMES[provider] } });
    this.ticket = { provider, issuer, subject, userId };
  }
}

interface Caller {
  readonly language: Language;
  readonly userAgent: string;
  /** When they showed the provider who they are; 0 when that is not known. */
  readonly provenMs: number;
  /** Signs in once more before an account is deleted [A107]: opens none, and links none, if that is gone meanwhile. */
  readonly isAgain: boolean;
}

/**
 * Signs in somebody whom a provider knows [A73]: the member who came that way before, else the one with that
 * mailbox, who is told by mail, else a new one.
 * @throws {WireError} `provider_email_unverified` for somebody new without a proven address; `credential_invalid` for
 * somebody new who signs in again; LinkUnproven
 */
export async function signInByProvider(
  services: Pick<Services, 'db' | 'clock' | 'wakeMail' | 'memberData' | 'purgePages'>,
  identity: ProviderIdentity,
  caller: Caller,
): Promise<Entered> {
  const { db, clock, wakeMail, purgePages } = services;
  const nowMs = clock.nowMs();
  const signIn = () =>
    db.transaction().execute(async (trx) => {
      const known = await holdLinked(trx, identity);
      if (known === undefined && caller.isAgain) throw new WireError('credential_invalid');
      const linked = known ?? (await linkAccount(services, trx, { identity, caller, nowMs }));
      const { user, isCleared, pages } =
        'user' in linked ? linked : { user: linked, isCleared: false, pages: [] };
      const named = await addMissingNames(trx, user, identity);
      const { userAgent, provenMs } = caller;
      const signIn = { atMs: nowMs, provenMs };
      const token = await openSession(trx, { userId: user.id, userAgent, nowMs, signIn });
      const shown = named === user || isCleared ? pages : await pagesShowing(services, trx, named);
      return { signedIn: { user: wireUser(named), token }, isCleared, pages: shown };
    });
  try {
    const { pages, ...entered } = await signIn().catch((error: unknown) => {
      // The same person, or somebody with that address, came in at the same moment.
      if (!(error instanceof UniqueViolation)) throw error;
      return signIn();
    });
    if (pages.length > 0) purgePages?.(pages);
    return entered;
  } finally {
    wakeMail?.();
  }
}

/** Holds the account, and looks once more then: the link may have been taken away at this moment. */
async function holdLinked(trx: Database, identity: ProviderIdentity): Promise<UserRow | undefined> {
  const user = await findLinked(trx, identity);
  if (user === undefined) return undefined;
  await holdAccount(trx, user.id);
  return findLinked(trx, identity);
}

async function findLinked(
  trx: Database,
  { provider, issuer, subject }: ProviderIdentity,
): Promise<UserRow | undefined> {
  return trx
    .selectFrom('provider_identities')
    .innerJoin('users', 'users.id', 'provider_identities.user_id')
    .selectAll('users')
    .where('provider', '=', provider)
    .where('issuer', 'in', [issuer, ''])
    .where('subject', '=', subject)
    .executeTakeFirst();
}

async function linkAccount(
  services: Pick<Services, 'wakeMail' | 'memberData' | 'purgePages'>,
  trx: Database,
  { identity, caller, nowMs }: { identity: ProviderIdentity; caller: Caller; nowMs: number },
): Promise<{ user: UserRow; isCleared: boolean; pages: readonly string[] }> {
  const { provenEmail } = identity;
  const mailbox = provenEmail === null ? null : findMailbox(provenEmail);
  if (provenEmail === null || mailbox === null) throw new WireError('provider_email_unverified');
  const ofMailbox = trx.selectFrom('users').select('id').where('email_folded', '=', mailbox);
  await lockRows(trx, ofMailbox.orderBy('id')).execute();
  const { member } = await findAccounts(trx, mailbox);
  const wasProven = member?.email_verified_ms != null;
  if (member !== null && wasProven && !identity.isAuthoritative) throw new LinkUnproven(identity, member.id);
  const isCleared = member !== null && !wasProven;
  // What shows somebody else's names is out of date [W213].
  const pages = isCleared ? await pagesShowing(services, trx, member) : [];
  let user = member;
  if (user === null) user = await insertMember(trx, { identity, email: provenEmail, mailbox, nowMs });
  else if (isCleared) user = await takeOver(trx, user, nowMs);
  const told =
    member === null || services.wakeMail === null ? null : { language: caller.language, wasProven };
  await insertLink(trx, { ...identity, userId: user.id }, told, nowMs);
  return { user, isCleared, pages };
}

/**
 * Gives an account to the owner of its mailbox [A74]. Nobody had proven the address, so a stranger may have
 * made the account and be waiting: no password, session or link from before goes on working.
 */
async function takeOver(trx: Database, member: UserRow, nowMs: number): Promise<UserRow> {
  const { id: userId, email_folded } = member;
  await removeWaiting(trx, email_folded);
  await trx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await trx.deleteFrom('email_tokens').where('user_id', '=', userId).execute();
  return trx
    .updateTable('users')
    .set({
      password_hash: null,
      email_verified_ms: nowMs,
      first_name: null,
      last_name: null,
      pseudo: null,
      pseudo_folded: null,
    })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes a member, and removes registrations that wait for a mail: the mailbox's owner is here now. */
async function insertMember(
  trx: Database,
  member: { identity: ProviderIdentity; email: string; mailbox: string; nowMs: number },
): Promise<UserRow> {
  const { identity, email, mailbox, nowMs } = member;
  await removeWaiting(trx, mailbox);
  return trx
    .insertInto('users')
    .values({
      id: timeOrderedId(nowMs),
      email: cleanEmail(email),
      email_folded: mailbox,
      first_name: identity.firstName,
      last_name: identity.lastName,
      pseudo: null,
      pseudo_folded: null,
      password_hash: null,
      created_ms: nowMs,
      activated_ms: nowMs,
      email_verified_ms: nowMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Fills in names that are missing: Apple sends them the first time only, and that sign-in may have failed.
 */
async function addMissingNames(trx: Database, user: UserRow, identity: ProviderIdentity): Promise<UserRow> {
  const first_name = user.first_name ?? identity.firstName;
  const last_name = user.last_name ?? identity.lastName;
  if (first_name === user.first_name && last_name === user.last_name) return user;
  return trx
    .updateTable('users')
    .set({ first_name, last_name })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What an endpoint needs that signs in by a provider. */
export type EnterServices = Pick<
  AccountServices,
  'db' | 'clock' | 'wakeMail' | 'memberData' | 'purgePages' | 'pictures'
>;

/** How long a used credential is remembered; after that it is refused for its age. */
const REMEMBERED_MS = 2 * CREDENTIAL_MS;

/**
 * Signs in by claims that a provider has proven.
 * @throws {WireError} `credential_invalid` for a credential that was used before
 */
export async function enterByClaims(
  services: EnterServices,
  { client }: OpenIdProvider,
  proven: ProvenClaims,
  caller: { given: GivenName | null } & Omit<Caller, 'provenMs'>,
): Promise<Entered> {
  const identity = identityOf(client, proven.claims, caller.given);
  if (identity === null) throw new WireError('credential_invalid');
  const expiresMs = services.clock.nowMs() + REMEMBERED_MS;
  for (const token of new Set(proven.tokens))
    if (!(await spendCredential(services.db, token, expiresMs))) throw new WireError('credential_invalid');
  const { provenMs } = proven;
  const signedIn = await signInByProvider(services, identity, { ...caller, provenMs });
  const { user } = signedIn.signedIn;
  if (user.profile_picture === '' && identity.picture !== null) {
    const source = pictureSource(client, identity.picture);
    if (source !== null) services.pictures.want(user.id, source);
  }
  return signedIn;
}
