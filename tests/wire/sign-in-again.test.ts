import { afterEach, beforeEach, expect, test } from 'vitest';
import { SignInBrowser } from '../support/sign-in-browser.ts';
import { startMembers, type TestMembers } from '../support/start-members.ts';
import { startProvider, type TestProvider } from '../support/test-provider.ts';

const FRESH_MS = 15 * 60_000;
const WHO = { sub: 'g-5005', email: 'nora@example.org', email_verified: true, given_name: 'Nora' };
const TOO_OLD = { status: 403, code: 'sign_in_too_old' };
const DONE = { status: 200 };

let stack: AsyncDisposableStack;
beforeEach(() => {
  stack = new AsyncDisposableStack();
});
afterEach(() => stack.disposeAsync());

interface Place {
  readonly provider: TestProvider;
  readonly members: TestMembers;
  /** Of somebody at the provider. */
  readonly browser: SignInBrowser;
  signIn(parameters?: Record<string, string>): Promise<{ token: string; failed: string | null }>;
}

/** A station with Google's sign-in at a provider that does, or does not, promise to say when somebody signed in. */
async function start({ promisesAuthTime = false, providerSeconds = 60 } = {}): Promise<Place> {
  const provider = stack.use(await startProvider({ promisesAuthTime }));
  provider.person = WHO;
  const members = stack.use(
    await startMembers({ environment: provider.environment, logLevel: 'warn', providerSeconds }),
  );
  const browser = new SignInBrowser(members.web);
  return {
    provider,
    members,
    browser,
    async signIn(parameters = {}) {
      const { search } = await browser.signIn('google', parameters);
      return { token: search.get('token') ?? '', failed: search.get('auth_error') };
    },
  };
}

/** Everything that an account is made of. */
async function accountOf({ members }: Place) {
  const { db } = members.web.services;
  const [users, links, sessions] = await Promise.all([
    db.selectFrom('users').selectAll().execute(),
    db.selectFrom('provider_identities').selectAll().execute(),
    db.selectFrom('sessions').selectAll().orderBy('id').execute(),
  ]);
  return { users, links, sessions };
}

test('a sign-in that a clock which ran ahead has dated counts as none of just now [A107]', async () => {
  const place = await start();
  const { members } = place;
  const { token } = await place.signIn();
  const { db } = members.web.services;
  const date = (aheadMs: number) =>
    db
      .updateTable('sessions')
      .set({ proven_ms: members.web.clock.nowMs() + aheadMs })
      .execute();
  await date(24 * 60 * 60_000);
  expect(await members.remove('profile', {}, { token })).toMatchObject(TOO_OLD);
  // Clocks of two machines differ a little.
  await date(2_000);
  expect(await members.remove('profile', {}, { token })).toMatchObject(DONE);
});

test.each(['silent', 'failing'] as const)(
  'while a provider is %s, nobody signs in again there, and nothing of the account changes [A110]',
  async (trouble) => {
    const place = await start({ providerSeconds: 3 });
    const { provider, members, browser } = place;
    const { token } = await place.signIn();
    members.web.clock.advance(FRESH_MS + 1);
    expect(await members.remove('profile', {}, { token })).toMatchObject(TOO_OLD);
    const before = await accountOf(place);

    const answer = await browser.visitProvider(await browser.begin('google', { again: '1' }));
    provider.trouble = trouble;
    const refused = await browser.deliver(answer);
    expect(refused.headers.get('location')).toContain('google_auth=error&auth_error=provider_unavailable');
    expect(refused.headers.get('location')).not.toContain('token=');
    expect(await members.remove('profile', {}, { token })).toMatchObject(TOO_OLD);
    expect((await members.get('profile', { token })).status).toBe(200);
    expect(await accountOf(place)).toEqual(before);

    provider.trouble = null;
    const late = await place.signIn({ again: '1' });
    expect(await members.remove('profile', {}, { token: late.token })).toMatchObject(DONE);
    expect(await accountOf(place)).toEqual({ users: [], links: [], sessions: [] });
  },
);

test('a provider that says when somebody signed in is asked to do it anew before a deletion [A111]', async () => {
  const place = await start({ promisesAuthTime: true });
  const { members, browser } = place;
  // Somebody signed in at the provider may be at an open browser: nobody says that it is the member.
  place.provider.loggedInAgoSeconds = 3_600;
  const plain = await place.signIn();
  expect(await members.remove('profile', {}, { token: plain.token })).toMatchObject(TOO_OLD);
  place.provider.loggedInAgoSeconds = 0;
  const begun = await browser.begin('google', { again: '1' });
  expect(new URL(begun.headers.get('location') ?? '').searchParams.get('max_age')).toBe('0');
  const again = await place.signIn({ again: '1' });
  expect(again.failed).toBeNull();
  // A new token for the session is as old as that.
  const renewed = String((await members.post('sessions', undefined, { token: again.token })).data?.token);
  members.web.clock.advance(FRESH_MS);
  expect(await members.remove('profile', {}, { token: renewed })).toMatchObject(TOO_OLD);
  const late = await place.signIn({ again: '1' });
  expect(await members.remove('profile', {}, { token: late.token })).toMatchObject(DONE);
});

test('a sign-in counts that the provider says was just now, and not one of which it says nothing [A111]', async () => {
  const { provider, members, signIn } = await start({ promisesAuthTime: true });
  // As if somebody at the browser had cut the question out of the address.
  provider.ignoresMaxAge = true;
  const unsaid = await signIn();
  expect(await members.remove('profile', {}, { token: unsaid.token })).toMatchObject(TOO_OLD);
  provider.ignoresMaxAge = false;
  const said = await signIn();
  expect(await members.remove('profile', {}, { token: said.token })).toMatchObject(DONE);
});

test('one that promises it and does not ask anew signs nobody in for a deletion [A111]', async () => {
  const place = await start({ promisesAuthTime: true });
  const { provider, members } = place;
  provider.loggedInAgoSeconds = 3_600;
  const { token } = await place.signIn();
  const before = await accountOf(place);
  expect((await place.signIn({ again: '1' })).failed).toBe('credential_invalid');
  provider.loggedInAgoSeconds = 0;
  provider.ignoresMaxAge = true;
  expect((await place.signIn({ again: '1' })).failed).toBe('credential_invalid');
  expect(await accountOf(place)).toEqual(before);
  expect(await members.remove('profile', {}, { token })).toMatchObject(TOO_OLD);
  // Told once to whoever set it up.
  const told = members.web.errors.filter((line) => line.includes('did not have a member sign in anew'));
  expect(told).toHaveLength(1);
});

test('who signs in again for an account that is deleted by then has no new one [A107]', async () => {
  const place = await start();
  const { token } = await place.signIn();
  expect(await place.members.remove('profile', {}, { token })).toMatchObject(DONE);
  expect((await place.signIn({ again: '1' })).failed).toBe('credential_invalid');
  const { db } = place.members.web.services;
  expect(await db.selectFrom('users').select('id').execute()).toEqual([]);
});

test('one that promises nothing is not asked, and its sign-in counts [A107]', async () => {
  const place = await start();
  await place.signIn();
  const begun = await place.browser.begin('google', { again: '1' });
  expect(new URL(begun.headers.get('location') ?? '').searchParams.get('max_age')).toBeNull();
  const { token } = await place.signIn({ again: '1' });
  expect(await place.members.remove('profile', {}, { token })).toMatchObject(DONE);
});

test('the ID token that a program brings says how old its sign-in is, where it says so [A111]', async () => {
  const { provider, members } = await start({ promisesAuthTime: true });
  const nowSeconds = Math.floor(Date.now() / 1000);
  const signIn = async (claims: Record<string, unknown>) => {
    const credential = await provider.credential(claims);
    return String((await members.post('google-auth', { credential })).data?.token);
  };
  const old = await signIn({ jti: 'old', auth_time: nowSeconds - 3_600 });
  expect(await members.remove('profile', {}, { token: old })).toMatchObject(TOO_OLD);
  const fresh = await signIn({ jti: 'fresh', auth_time: nowSeconds - 60 });
  expect(await members.remove('profile', {}, { token: fresh })).toMatchObject(DONE);
  const unsaid = await signIn({ jti: 'unsaid' });
  expect(await members.remove('profile', {}, { token: unsaid })).toMatchObject(DONE);
});
