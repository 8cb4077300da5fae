import { expect, test } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import {
  type CallOptions,
  PASSWORD,
  registration,
  signedIn,
  startMembers,
  type TestMembers,
  tokenOf,
} from '../support/start-members.ts';

const EMAIL = 'zoe@example.org';
const STRANGERS = 'what the stranger typed';
const LAPTOP = { address: '192.0.2.1' };
const PHONE = { address: '198.51.100.7' };
const STRANGER = { address: '203.0.113.66' };

/** Registers and gives the browser as it is known afterwards. */
async function register(members: TestMembers, body: object, how: CallOptions): Promise<CallOptions> {
  const reply = await members.post('register', { ...registration('zoe', EMAIL), ...body }, how);
  expect(reply).toMatchObject({ status: 200, data: { emailSent: true, token: null } });
  return { ...how, cookie: cookieOf(reply.headers) };
}

const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? '';
const linkIn = async (members: TestMembers, count: number) =>
  tokenOf((await members.sink?.received(count))?.text ?? '');
const logIn = (members: TestMembers, password: string, how: CallOptions = PHONE) =>
  members.post('login', { email: EMAIL, password }, how);

test('a stranger who filled the mailbox’s hour with registrations never opens the account [A93]', async () => {
  await using members = await startMembers({ mail: true });
  let stranger: CallOptions = STRANGER;
  for (let count = 0; count < 5; count++)
    stranger = await register(members, { pseudo: 'mallory', password: STRANGERS }, stranger);
  const strangersLink = await linkIn(members, 5);
  const owner = await register(members, {}, LAPTOP);

  const clicked = await members.post('verify-email', { token: strangersLink }, owner);
  expect(clicked).toMatchObject({ status: 200, data: { passwordPending: true } });
  expect((await members.get('profile', { token: signedIn(clicked).token })).status).toBe(200);
  // Neither what the stranger typed, nor the stranger's own browser, nor the address do anything.
  expect(await logIn(members, STRANGERS, stranger)).toMatchObject({
    status: 403,
    code: 'email_not_verified',
  });
  expect((await logIn(members, PASSWORD, owner)).status).toBe(401);

  const settled = await members.post('verify-email', { token: strangersLink, password: PASSWORD }, owner);
  expect(settled).toMatchObject({ status: 200, data: { passwordPending: false } });
  expect((await members.get('profile', { token: signedIn(clicked).token })).status).toBe(401);
  expect((await logIn(members, STRANGERS, stranger)).status).toBe(401);
  expect((await logIn(members, PASSWORD)).status).toBe(200);
  const again = await members.post('verify-email', { token: strangersLink, password: STRANGERS }, stranger);
  expect(again).toMatchObject({ status: 422, code: 'token_used' });
});

test('a password behind a validation link whose answer was lost is sent again and signs in [A139]', async () => {
  await using members = await startMembers({ mail: true });
  await register(members, {}, LAPTOP);
  const token = await linkIn(members, 1);
  expect((await members.post('verify-email', { token }, PHONE)).data).toMatchObject({
    passwordPending: true,
  });
  const settle = (password: string) => members.post('verify-email', { token, password }, PHONE);
  const twice = await Promise.all([settle('tides and swells'), settle('tides and swells')]);
  for (const reply of [...twice, await settle('tides and swells')]) {
    expect(reply).toMatchObject({ status: 200, data: { passwordPending: false, user: { pseudo: 'zoe' } } });
    expect((await members.get('profile', { token: signedIn(reply).token })).status).toBe(200);
  }
  // Whoever guesses by a used link is counted like who guesses at the login.
  for (let count = 0; count < 10; count++) expect((await settle('a guess at it')).code).toBe('token_used');
  expect((await settle('tides and swells')).status).toBe(429);
});

test('past the mailbox’s limit a registration waits without a mail, and can be sent again', async () => {
  await using members = await startMembers({ mail: true });
  for (let count = 0; count < 5; count++) await register(members, { password: STRANGERS }, STRANGER);
  await members.sink?.received(5);
  members.web.clock.advance(1_000);
  const owner = await register(members, { pseudo: 'zoe_own' }, LAPTOP);
  await members.post('resend-verification', { email: EMAIL }, owner);
  // What is asked for counts when its mail is written.
  const owed = members.web.services.db.selectFrom('mail_spool').select('id');
  await expect.poll(() => owed.execute()).toEqual([]);
  members.web.clock.advance(HOUR_MS);
  expect(members.sink?.mails).toHaveLength(5);
  await members.post('resend-verification', { email: EMAIL }, PHONE);
  const link = await linkIn(members, 6);
  expect(await members.post('verify-email', { token: link }, owner)).toMatchObject({
    data: { passwordPending: false, user: { pseudo: 'zoe_own' } },
  });
  expect((await logIn(members, PASSWORD)).status).toBe(200);
});

test('registrations that nobody was mailed about push out none that was', async () => {
  await using members = await startMembers({ mail: true });
  const owner = await register(members, {}, LAPTOP);
  const link = await linkIn(members, 1);
  for (let count = 0; count < 25; count++) {
    members.web.clock.advance(1_000);
    await register(members, { pseudo: `other${count}`, password: STRANGERS }, STRANGER);
  }
  const { db } = members.web.services;
  expect(await db.selectFrom('users').select('id').execute()).toHaveLength(20);
  const opened = await members.post('verify-email', { token: link }, owner);
  expect(opened).toMatchObject({ status: 200, data: { passwordPending: false, user: { pseudo: 'zoe' } } });
});

test.each([
  ['the browser that registered, wherever it is', (own: CallOptions) => ({ ...own, ...PHONE })],
  ['the address that registered, in another browser', () => LAPTOP],
])('the password counts at once by %s', async (_, from) => {
  await using members = await startMembers({ mail: true });
  const own = await register(members, {}, LAPTOP);
  const clicked = await members.post('verify-email', { token: await linkIn(members, 1) }, from(own));
  expect(clicked).toMatchObject({ status: 200, data: { passwordPending: false } });
  expect((await logIn(members, PASSWORD)).status).toBe(200);
  expect(await members.web.services.db.selectFrom('registrations').selectAll().execute()).toEqual([]);
});

test.each([
  ['nothing', undefined],
  ['a cookie of another time', `onde-registration=${'x'.repeat(43)}`],
  ['a cookie of nonsense', 'onde-registration=; onde-registration=%00'],
])('elsewhere, with %s, the password is asked for, the same or another', async (_, cookie) => {
  await using members = await startMembers({ mail: true });
  await register(members, {}, LAPTOP);
  const token = await linkIn(members, 1);
  const elsewhere = { ...PHONE, ...(cookie && { cookie }) };
  const clicked = await members.post('verify-email', { token }, elsewhere);
  expect(clicked).toMatchObject({ status: 200, data: { passwordPending: true, user: { pseudo: 'zoe' } } });
  const { token: session } = signedIn(clicked);
  expect((await members.get('sign-in-ways', { token: session })).data).toMatchObject({ password: false });
  for (const [password, code] of [
    ['short', 'password_too_short'],
    ['password1', 'password_common'],
  ])
    expect(await members.post('verify-email', { token, password }, elsewhere)).toMatchObject({
      status: 422,
      fields: { password: code },
    });
  expect((await members.get('profile', { token: session })).status).toBe(200);
  const typed = await members.post('verify-email', { token, password: 'quite another one' }, elsewhere);
  expect(typed).toMatchObject({ status: 200, data: { passwordPending: false } });
  expect((await logIn(members, PASSWORD)).status).toBe(401);
  expect((await logIn(members, 'quite another one')).status).toBe(200);
});

test('a program that follows links in mails takes nothing from who registered', async () => {
  await using members = await startMembers({ mail: true });
  const own = await register(members, {}, LAPTOP);
  const token = await linkIn(members, 1);
  const scanner = { address: '203.0.113.200', userAgent: 'Mozilla/5.0 (scanner)' };
  for (let count = 0; count < 3; count++)
    expect((await members.post('verify-email', { token }, scanner)).data).toMatchObject({
      passwordPending: true,
    });
  expect(await logIn(members, PASSWORD, own)).toMatchObject({ status: 403, code: 'email_not_verified' });
  const clicked = await members.post('verify-email', { token }, own);
  expect(clicked).toMatchObject({ status: 200, data: { passwordPending: false } });
  expect((await logIn(members, PASSWORD)).status).toBe(200);
  expect((await members.post('verify-email', { token }, own)).code).toBe('token_used');
});

test('after a click from elsewhere the address alone makes no password count', async () => {
  await using members = await startMembers({ mail: true });
  await register(members, { password: STRANGERS }, STRANGER);
  const token = await linkIn(members, 1);
  expect((await members.post('verify-email', { token }, PHONE)).data).toMatchObject({
    passwordPending: true,
  });
  expect((await members.post('verify-email', { token }, { address: STRANGER.address })).data).toMatchObject({
    passwordPending: true,
  });
  expect((await logIn(members, STRANGERS)).code).toBe('email_not_verified');
});

test('behind one address, a browser that registered itself is asked at somebody else’s link', async () => {
  await using members = await startMembers({ mail: true });
  await register(members, { pseudo: 'mallory', password: STRANGERS }, LAPTOP);
  const strangers = await linkIn(members, 1);
  const own = await register(members, {}, LAPTOP);
  for (let count = 0; count < 2; count++)
    expect((await members.post('verify-email', { token: strangers }, own)).data).toMatchObject({
      passwordPending: true,
    });
  expect((await logIn(members, STRANGERS)).code).toBe('email_not_verified');
});

test('behind a proxy of which the settings say nothing no address makes a stranger’s password count [A130]', async () => {
  const environment = { TRUST_PROXY: '0', ORIGIN: 'https://radio.onde.fr' };
  await using members = await startMembers({ mail: true, environment });
  await register(members, { password: STRANGERS }, {});
  const clicked = await members.post('verify-email', { token: await linkIn(members, 1) });
  expect(clicked).toMatchObject({ status: 200, data: { passwordPending: true } });
  expect((await logIn(members, STRANGERS)).code).toBe('email_not_verified');
});

test('at a radio of this machine or a private network its addresses say who registered [A93, A130]', async () => {
  await using members = await startMembers({ mail: true, environment: { TRUST_PROXY: '0' } });
  await register(members, {}, {});
  const clicked = await members.post('verify-email', { token: await linkIn(members, 1) });
  expect(clicked).toMatchObject({ status: 200, data: { passwordPending: false } });
  expect((await logIn(members, PASSWORD)).status).toBe(200);
});

test('who forgets the password of a registration that waits gets a link to it, not to a stranger’s of later', async () => {
  await using members = await startMembers({ mail: true });
  const own = await register(members, {}, LAPTOP);
  members.web.clock.advance(1_000);
  await register(members, { firstName: 'Mal', pseudo: 'mallory', password: STRANGERS }, STRANGER);
  await members.sink?.received(2);
  await members.post('forgot-password', { email: EMAIL }, own);
  const reset = { token: await linkIn(members, 3), password: 'a new one at last' };
  const opened = await members.post('reset-password', reset, own);
  expect(opened).toMatchObject({ status: 200, data: { user: { first_name: 'Zoé', pseudo: 'zoe' } } });
});

test('a forgotten password, or the link once more, ends the waiting', async () => {
  await using members = await startMembers({ mail: true });
  const own = await register(members, {}, LAPTOP);
  await members.post('verify-email', { token: await linkIn(members, 1) }, PHONE);
  // Who registered is not lost either: the link comes once more, and is followed where the password was typed.
  await members.post('resend-verification', { email: EMAIL }, own);
  const again = await linkIn(members, 2);
  await members.post('forgot-password', { email: EMAIL }, PHONE);
  const reset = { token: await linkIn(members, 3), password: 'a new one at last' };
  expect((await members.post('reset-password', reset, PHONE)).status).toBe(200);
  expect((await members.post('verify-email', { token: again }, own)).code).toBe('token_used');
  expect((await logIn(members, PASSWORD)).status).toBe(401);
  expect((await logIn(members, 'a new one at last')).status).toBe(200);
});

test('a password that is typed behind the link ends older links for a new one [A42]', async () => {
  await using members = await startMembers({ mail: true });
  const own = await register(members, {}, LAPTOP);
  const token = await linkIn(members, 1);
  await members.post('verify-email', { token }, PHONE);
  await members.post('forgot-password', { email: EMAIL }, own);
  const reset = { token: await linkIn(members, 2), password: 'a new one at last' };
  expect((await members.post('verify-email', { token, password: PASSWORD }, PHONE)).status).toBe(200);
  expect((await members.post('reset-password', reset, own)).code).toBe('token_used');
  expect((await logIn(members, PASSWORD)).status).toBe(200);
});

test('the link of an account that is asked for its password ends after two days all the same', async () => {
  await using members = await startMembers({ mail: true });
  await register(members, {}, LAPTOP);
  const token = await linkIn(members, 1);
  await members.post('verify-email', { token }, PHONE);
  members.web.clock.standStill(48 * HOUR_MS);
  expect((await members.post('verify-email', { token, password: PASSWORD }, PHONE)).code).toBe(
    'token_expired',
  );
});

test('a registration from before its origin was noted is asked for its password', async () => {
  await using members = await startMembers({ mail: true });
  const own = await register(members, {}, LAPTOP);
  const token = await linkIn(members, 1);
  await members.web.services.db.deleteFrom('registrations').execute();
  expect((await members.post('verify-email', { token }, own)).data).toMatchObject({ passwordPending: true });
  const typed = await members.post('verify-email', { token, password: PASSWORD }, own);
  expect(typed.data).toMatchObject({ passwordPending: false });
  expect((await logIn(members, PASSWORD)).status).toBe(200);
});

test('the cookie of a registration says nothing of the address, and no page reads it', async () => {
  await using members = await startMembers({
    mail: true,
    environment: { ORIGIN: 'https://radio.example.org' },
  });
  const first = await members.post('register', registration('zoe'), LAPTOP);
  expect(first.headers.get('set-cookie')).toMatch(
    /^__Host-onde-registration=[\w-]{43}; Path=\/; HttpOnly; Max-Age=604800; SameSite=Lax; Secure$/,
  );
  const kept = await members.post('register', registration('zoe'), {
    ...LAPTOP,
    cookie: cookieOf(first.headers),
  });
  expect(cookieOf(kept.headers)).toBe(cookieOf(first.headers));
  const rows = await members.web.services.db.selectFrom('registrations').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(cookieOf(first.headers).split('=')[1]);
  expect(JSON.stringify(rows)).not.toContain(LAPTOP.address);
});
