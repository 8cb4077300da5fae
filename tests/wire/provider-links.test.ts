import { expect, test } from 'vitest';
import { SIGN_IN_MS } from '#src/contract/limits.ts';
import {
  identityOf,
  noteIssuers,
  type ProviderIdentity,
} from '#src/features/accounts/social/provider-identity.server.ts';
import { LinkUnproven, signInByProvider } from '#src/features/accounts/social/sign-in-by-provider.server.ts';
import { PASSWORD, registration, startMembers, type TestMembers, tokenOf } from '../support/start-members.ts';

const GOOGLE = { provider: 'google', issuer: 'https://accounts.google.com' } as const;
const CALLER = { language: 'en', userAgent: '', provenMs: 0, isAgain: false } as const;
const CLAIMS = { sub: 'g-1', email: 'zoe@example.org', email_verified: true, given_name: 'Zoé' };

function identity(client: Parameters<typeof identityOf>[0], claims: object): ProviderIdentity {
  const found = identityOf(client, claims);
  if (found === null) throw new Error('These claims name nobody.');
  return found;
}
const enter = (
  members: TestMembers,
  claims: object = CLAIMS,
  client: Parameters<typeof identityOf>[0] = GOOGLE,
) => signInByProvider(members.web.features.accounts.services, identity(client, claims), CALLER);

/** A member whose mailbox is proven. */
async function startWithZoe(): Promise<TestMembers> {
  const members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  await members.post('verify-email', { token: tokenOf((await members.sink?.received(1))?.text ?? '') });
  return members;
}

/** What a browser keeps that was told to log in first. */
async function ticketOf(members: TestMembers, claims: object = CLAIMS): Promise<string> {
  const refusal: unknown = await enter(members, claims).catch((error: unknown) => error);
  if (!(refusal instanceof LinkUnproven)) throw new Error('It was not refused.');
  expect(refusal.code).toBe('provider_link_unproven');
  const { linkTickets, clock } = members.web.features.accounts.services;
  return linkTickets.give(refusal.ticket, clock.nowMs()).split(';')[0] ?? '';
}

const logIn = (members: TestMembers, cookie?: string) =>
  members.post(
    'login',
    { email: 'zoe@example.org', password: PASSWORD },
    cookie === undefined ? {} : { cookie },
  );

test('a provider that does not run the mailbox opens a proven account after one login in that browser [A95]', async () => {
  await using members = await startWithZoe();
  const cookie = await ticketOf(members);
  expect((await logIn(members)).status).toBe(200);
  await expect(enter(members)).rejects.toThrow(LinkUnproven);
  const login = await logIn(members, cookie);
  expect(login.headers.get('set-cookie')).toMatch(/^onde-link=; Max-Age=0; /);
  expect((await members.sink?.received(2))?.text).toContain('log in to your account with Google');
  const { signedIn } = await enter(members);
  expect(signedIn.user).toMatchObject({ pseudo: 'zoe', first_name: 'Zoé' });
});

test('the link for a forgotten password shows it as well', async () => {
  await using members = await startWithZoe();
  const cookie = await ticketOf(members);
  await members.post('forgot-password', { email: 'zoe@example.org' });
  const token = tokenOf((await members.sink?.received(2))?.text ?? '');
  await members.post('reset-password', { token, password: 'a new one at last' }, { cookie });
  expect((await enter(members)).signedIn.user.pseudo).toBe('zoe');
});

/** A member who has answered the mail from elsewhere, and its link, which works until there is a password [A93]. */
async function startWithPending(): Promise<{ members: TestMembers; token: string }> {
  const members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  const token = tokenOf((await members.sink?.received(1))?.text ?? '');
  await members.web.services.db.updateTable('registrations').set({ address_hash: '' }).execute();
  expect((await members.post('verify-email', { token })).data).toHaveProperty('passwordPending', true);
  return { members, token };
}

test.each([
  ['that a password is still asked for', {}, true],
  ['by which a password is chosen', { password: 'a new one at last' }, false],
])('so does the validation link %s', async (_, chosen, isPending) => {
  const { members: started, token } = await startWithPending();
  await using members = started;
  const cookie = await ticketOf(members);
  const verified = await members.post('verify-email', { token, ...chosen }, { cookie });
  expect(verified.data).toHaveProperty('passwordPending', isPending);
  expect(verified.headers.get('set-cookie')).toMatch(/^onde-link=; Max-Age=0; /);
  expect((await members.sink?.received(2))?.text).toContain('log in to your account with Google');
  expect((await enter(members)).signedIn.user.pseudo).toBe('zoe');
});

test('a validation link that opens nothing links nothing, nor does another account’s', async () => {
  const { members: started, token } = await startWithPending();
  await using members = started;
  const cookie = await ticketOf(members);
  const refused = await members.post('verify-email', { token: `${token}x` }, { cookie });
  expect([refused.status, refused.headers.get('set-cookie')]).toEqual([422, null]);
  await members.post('register', registration('max'));
  const other = tokenOf((await members.sink?.received(2))?.text ?? '');
  const verified = await members.post('verify-email', { token: other }, { cookie });
  expect([verified.status, verified.headers.get('set-cookie')]).toEqual([200, null]);
  await expect(enter(members)).rejects.toThrow(LinkUnproven);
});

test.each([
  [
    'too late',
    (cookie: string, members: TestMembers) => {
      members.web.clock.advance(SIGN_IN_MS);
      return cookie;
    },
  ],
  ['changed', (cookie: string) => cookie.replace(/=./, '=x')],
  ['nonsense', () => 'onde-link=a.b'],
  ['unsigned', (cookie: string) => cookie.replace(/\..*/, '')],
])('a ticket that is %s links nobody', async (_, change) => {
  await using members = await startWithZoe();
  const login = await logIn(members, change(await ticketOf(members), members));
  expect([login.status, login.headers.get('set-cookie')]).toEqual([200, null]);
  await expect(enter(members)).rejects.toThrow(LinkUnproven);
});

test('a provider that runs the mailbox, or is the operator’s own, opens it at once', async () => {
  await using members = await startWithZoe();
  const hosted = await enter(members, { ...CLAIMS, hd: 'example.org' });
  const own = await enter(
    members,
    { ...CLAIMS, sub: 'o-1' },
    { ...GOOGLE, issuer: 'https://login.example.org' },
  );
  expect([hosted.signedIn.user.pseudo, own.signedIn.user.pseudo]).toEqual(['zoe', 'zoe']);
});

test('one is known by issuer and subject: another issuer lets nobody in as somebody else', async () => {
  await using members = await startMembers();
  const first = await enter(members);
  const other = { ...CLAIMS, email: 'other@example.org', given_name: 'Olga' };
  const second = await enter(members, other, { ...GOOGLE, issuer: 'https://login.example.org' });
  expect(second.signedIn.user.id).not.toBe(first.signedIn.user.id);
  expect((await enter(members)).signedIn.user.id).toBe(first.signedIn.user.id);
  // Who was linked before issuers were noted belongs to the first one after that.
  const { db } = members.web.services;
  await db.deleteFrom('provider_identities').where('issuer', '!=', GOOGLE.issuer).execute();
  await db.updateTable('provider_identities').set({ issuer: '' }).execute();
  await noteIssuers(db, { google: GOOGLE, apple: null });
  expect((await enter(members)).signedIn.user.id).toBe(first.signedIn.user.id);
  const stranger = await enter(
    members,
    { ...other, email: 'third@example.org' },
    { ...GOOGLE, issuer: 'https://x.test' },
  );
  expect(stranger.signedIn.user.id).not.toBe(first.signedIn.user.id);
});

test.each(['a@b.org\r\nBcc: x@y.z', 'a b@example.org', '<a@example.org>', 'nobody', ''])(
  'an address of a provider that is none (%j) makes no member',
  async (email) => {
    await using members = await startMembers();
    await expect(enter(members, { ...CLAIMS, email })).rejects.toMatchObject({
      code: 'provider_email_unverified',
    });
    expect(await members.web.services.db.selectFrom('users').select('id').execute()).toEqual([]);
  },
);

test('a provider’s name of which nothing is seen is asked for', async () => {
  await using members = await startMembers();
  const { signedIn } = await enter(members, {
    ...CLAIMS,
    given_name: '\u2800\u2800',
    family_name: 'Du\u00adrand',
  });
  expect(signedIn.user).toMatchObject({ first_name: null, last_name: 'Durand' });
});

test.each([
  [
    'null',
    { email: null, email_verified: null, given_name: null, family_name: null, picture: null, hd: null },
  ],
  ['of another kind', { email: ['zoe@example.org'], email_verified: 1, given_name: 7, picture: {} }],
])(
  'a claim that is %s is as one that is missing: the member is known by the subject alone [A73]',
  async (_, odd) => {
    await using members = await startMembers();
    const before = await enter(members);
    const { signedIn } = await enter(members, { sub: CLAIMS.sub, ...odd });
    expect(signedIn.user).toEqual(before.signedIn.user);
    await expect(enter(members, { sub: 'g-2', ...odd })).rejects.toMatchObject({
      code: 'provider_email_unverified',
    });
  },
);
