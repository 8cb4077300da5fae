import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { freePort } from '../support/free-port.ts';
import { SignInBrowser } from '../support/sign-in-browser.ts';
import { signedIn, startMembers, type TestMembers } from '../support/start-members.ts';
import { startProvider, type TestProvider } from '../support/test-provider.ts';

const FRESH_MS = 15 * 60_000;

let provider: TestProvider;
let members: TestMembers;
beforeAll(async () => {
  provider = await startProvider();
  provider.person = { sub: 'g-2002', email: 'yann@example.org', email_verified: true, given_name: 'Yann' };
  members = await startMembers({ environment: provider.environment });
});
afterAll(async () => {
  await members[Symbol.asyncDispose]();
  await provider[Symbol.asyncDispose]();
});

test('a program signs a member in by Google’s ID token, each of which works once', async () => {
  const credential = await provider.credential();
  const reply = await members.post('google-auth', { credential });
  expect(reply).toMatchObject({
    status: 200,
    data: { user: { email: 'yann@example.org', first_name: 'Yann', last_name: null } },
  });
  expect((await members.get('profile', { token: signedIn(reply).token })).status).toBe(200);
  expect(await members.post('google-auth', { credential })).toMatchObject({
    status: 401,
    code: 'credential_invalid',
  });
});

test('a credential from a clock that is ahead is refused, and the log says once what to do [A81]', async () => {
  await using station = await startMembers({ environment: provider.environment, logLevel: 'info' });
  const bring = async (jti: string, aheadSeconds: number) =>
    (await station.post('google-auth', { credential: await provider.credential({ jti }, -aheadSeconds) }))
      .status;
  const told = () => station.web.errors.filter((line) => line.includes('clock'));
  expect([await bring('a', 20), told()]).toEqual([200, []]);
  expect([await bring('b', 40), await bring('c', 40)]).toEqual([401, 401]);
  expect(told()).toEqual([expect.stringMatching(/"level":40.*"aheadSeconds":(3\d|40).*NTP/)]);
  // What is merely old says nothing of a clock.
  expect([await bring('d', -7_200), told().length]).toEqual([401, 1]);
  expect([await bring('e', 0), await bring('f', 40), told().length]).toEqual([200, 401, 2]);
});

test('an account without a password is deleted by a sign-in of just now alone [A107]', async () => {
  const { clock } = members.web;
  const who = { sub: 'g-4004', email: 'lena@example.org' };
  const signIn = async (jti: string) =>
    signedIn(await members.post('google-auth', { credential: await provider.credential({ ...who, jti }) }))
      .token;
  const early = await signIn('lena-1');
  clock.advance(FRESH_MS + 1);
  const refused = { status: 403, code: 'sign_in_too_old', error: expect.stringMatching(/log in again/) };
  expect(await members.remove('profile', {}, { token: early })).toMatchObject(refused);
  expect(
    await members.remove('profile', { password: 'no password of hers' }, { token: early }),
  ).toMatchObject(refused);
  // A new token for the session is no new sign-in, and neither is what a player was handed.
  const renewed = signedIn(await members.post('sessions', undefined, { token: early })).token;
  expect(await members.remove('profile', {}, { token: renewed })).toMatchObject(refused);
  expect((await members.get('profile', { token: renewed })).status).toBe(200);
  const late = await signIn('lena-2');
  clock.advance(FRESH_MS);
  expect((await members.remove('profile', {}, { token: late })).status).toBe(200);
  expect((await members.get('profile', { token: renewed })).status).toBe(401);
});

test('of one ID token that comes twice at once, one signs in', async () => {
  const credential = await provider.credential({ jti: 'race' });
  const replies = await Promise.all([1, 2, 3].map(() => members.post('google-auth', { credential })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
});

test('an ID token that signed in does not a second time, however its signature is spelt', async () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const credential = await provider.credential({ jti: 'respelt' });
  expect((await members.post('google-auth', { credential })).status).toBe(200);
  // The last letter has six bits, the signature ends within the first of them.
  const other = letters[letters.indexOf(credential.at(-1) ?? '') ^ 1];
  expect((await members.post('google-auth', { credential: `${credential.slice(0, -1)}${other}` })).code).toBe(
    'credential_invalid',
  );
});

test('somebody new who comes twice at once becomes one member', async () => {
  const who = { sub: 'g-3003', email: 'nina@example.org' };
  const credentials = await Promise.all(['a', 'b', 'c'].map((jti) => provider.credential({ ...who, jti })));
  const replies = await Promise.all(
    credentials.map((credential) => members.post('google-auth', { credential })),
  );
  expect(new Set(replies.map((reply) => signedIn(reply).user.id)).size).toBe(1);
});

test('a program signs a member in by Apple’s ID token, with the name of the first time', async () => {
  const who = {
    aud: 'apple-client',
    sub: 'a-2002',
    email: 'q@privaterelay.appleid.com',
    given_name: undefined,
  };
  const name = { firstName: 'Inès', lastName: 'Roux' };
  const first = await members.post('apple-auth', {
    id_token: await provider.credential(who),
    code: 'c',
    user: { name },
  });
  expect(first.data?.user).toMatchObject({ first_name: 'Inès', last_name: 'Roux' });
  const id_token = await provider.credential({ ...who, jti: '2' });
  expect((await members.post('apple-auth', { id_token })).data?.user).toEqual(first.data?.user);
});

test.each([
  ['for another program', { aud: 'somebody-else' }, 0],
  ['for several programs', { aud: ['google-client', 'somebody-else'] }, 0],
  ['from another issuer', { iss: 'https://accounts.evil.test' }, 0],
  ['expired', { exp: 1_700_000_000 }, 0],
  ['made long ago', {}, 700],
  ['made in an hour', {}, -3_600],
  ['of nobody', { sub: '' }, 0],
  ['made for a nonce that the program does not know', { nonce: 'n-1' }, 0],
])('an ID token %s signs nobody in', async (_what, claims, ageSeconds) => {
  const credential = await provider.credential(claims, ageSeconds);
  expect(await members.post('google-auth', { credential })).toMatchObject({
    status: 401,
    code: 'credential_invalid',
  });
});

test('a nonce must be the one in the ID token', async () => {
  const credential = await provider.credential({ nonce: 'n-2' });
  const auth = (nonce?: string | null) => members.post('google-auth', { credential, nonce });
  expect([(await auth('n-1')).status, (await auth(null)).status, (await auth('n-2')).status]).toEqual([
    401, 401, 200,
  ]);
});

test('what nobody signed, or somebody else, signs nobody in', async () => {
  const [, payload] = (await provider.credential()).split('.');
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
  for (const credential of [await provider.forged(), `${none}.${payload}.`, 'x', 'a.b.c'])
    expect((await members.post('google-auth', { credential })).code).toBe('credential_invalid');
  expect((await members.post('google-auth', { credential: '' })).fields).toEqual({ credential: 'required' });
  expect((await members.post('google-auth', {})).fields).toEqual({ credential: 'required' });
  expect((await members.post('apple-auth', { id_token: 5 })).code).toBe('malformed_body');
});

test('an address signs in a hundred times an hour', async () => {
  const at = async (address: string) =>
    (await members.post('google-auth', { credential: 'x' }, { address })).status;
  for (let count = 0; count < 100; count++) expect(await at('192.0.2.77')).toBe(401);
  expect([await at('192.0.2.77'), await at('192.0.2.78')]).toEqual([429, 401]);
});

test('a station without providers offers none', async () => {
  await using plain = await startMembers();
  for (const [endpoint, body] of [
    ['google-auth', { credential: 'x' }],
    ['apple-auth', { id_token: 'x' }],
  ] as const)
    expect(await plain.post(endpoint, body)).toMatchObject({ status: 404, code: 'sign_in_not_offered' });
  for (const path of ['/auth/google', '/auth/google/callback', '/auth/apple', '/auth/other', '/auth'])
    expect((await plain.web.fetch(path)).status).toBe(404);
  expect((await plain.web.fetch('/auth/apple/callback', { method: 'POST', body: 'x' })).status).toBe(404);
});

test('an address of a sign-in says by which methods it is asked', async () => {
  for (const [path, method, allow] of [
    ['/auth/google', 'POST', 'GET, HEAD, OPTIONS'],
    ['/auth/google/callback', 'DELETE', 'GET, HEAD, OPTIONS'],
    ['/auth/apple', 'PUT', 'GET, HEAD, OPTIONS'],
    ['/auth/apple/callback', 'GET', 'POST, OPTIONS'],
  ] as const) {
    const refused = await members.web.fetch(path, { method });
    expect([path, refused.status, refused.headers.get('allow')]).toEqual([path, 405, allow]);
    const asked = await members.web.fetch(path, { method: 'OPTIONS' });
    expect([path, asked.status, asked.headers.get('allow')]).toEqual([path, 204, allow]);
  }
});

test('while a provider is away the site works, says so, and asks it again', async () => {
  const later = await startProvider({ port: await freePort() });
  later.person = provider.person;
  await later[Symbol.asyncDispose]();
  await using away = await startMembers({ environment: later.environment, logLevel: 'warn' });
  const refused = await away.post('google-auth', { credential: await later.credential() });
  expect(refused).toMatchObject({
    status: 503,
    code: 'provider_unavailable',
    error: 'Google is not answering at the moment. Please try again later.',
  });
  const begun = await away.web.fetch('/auth/google?lang=it');
  expect(begun.headers.get('location')).toContain(
    '/it/dance?google_auth=error&auth_error=provider_unavailable',
  );
  expect((await away.web.fetch('/station.json')).status).toBe(200);
  // At first soon, for a network that comes a moment later than Onde, then twice as late each time.
  for (const waitMs of [1_000, 2_000, 4_000]) {
    away.web.clock.advance(waitMs);
    expect((await away.post('google-auth', { credential: await later.credential() })).status).toBe(503);
  }
  // The log tells once, not each time.
  expect(away.web.errors.filter((line) => line.includes('Google does not answer'))).toHaveLength(1);
  await using back = await startProvider({ port: Number(new URL(later.issuer).port) });
  back.person = provider.person;
  // Nobody asks in vain before it is time.
  away.web.clock.advance(7_999);
  expect((await away.post('google-auth', { credential: await back.credential() })).status).toBe(503);
  away.web.clock.advance(1);
  expect((await away.post('google-auth', { credential: await back.credential() })).status).toBe(200);
});

describe('a provider that moves its pages', () => {
  /** A station that knows a provider as it was before it moved. */
  async function startBeforeMove() {
    const port = await freePort();
    const issuer = `http://127.0.0.1:${port}`;
    const names = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];
    const before = JSON.stringify({
      issuer,
      ...Object.fromEntries(names.map((name) => [name, `${issuer}/before`])),
    });
    const old = createServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' }).end(before);
    });
    await new Promise<void>((resolve) => old.listen(port, '127.0.0.1', resolve));
    const station = await startMembers({ environment: { ...provider.environment, GOOGLE_ISSUER: issuer } });
    const begun = async () => (await station.web.fetch('/auth/google')).headers.get('location') ?? '';
    expect(await begun()).toContain(`${issuer}/before?`);
    old.closeAllConnections();
    await new Promise((resolve) => old.close(resolve));
    const moved = await startProvider({ port });
    moved.person = provider.person;
    return { station, begun, moved };
  }

  test('is asked each hour what it says of itself', async () => {
    const { station, begun, moved } = await startBeforeMove();
    await using _station = station;
    await using _moved = moved;
    station.web.clock.advance(HOUR_MS - 1);
    expect(await begun()).toContain('/before?');
    station.web.clock.advance(1);
    await vi.waitFor(async () => expect(await begun()).toContain(`${moved.issuer}/auth?`), PATIENT);
  });

  test('is asked at once where nothing answers at its old ones', async () => {
    const { station, moved } = await startBeforeMove();
    await using _station = station;
    await using _moved = moved;
    station.web.clock.advance(30_000);
    const credential = await moved.credential();
    expect((await station.post('google-auth', { credential })).status).toBe(503);
    await vi.waitFor(
      async () => expect((await station.post('google-auth', { credential })).status).toBe(200),
      PATIENT,
    );
  });
});

test.each([
  ['no page to sign in on', { authorization_endpoint: undefined }],
  ['a page that is a script', { authorization_endpoint: 'javascript:alert(1)' }],
  ['no tokens', { token_endpoint: '/token' }],
  ['keys anywhere', { jwks_uri: 'file:///etc/passwd' }],
  ['what fills a megabyte', { op_policy_uri: 'x'.repeat(1_000_000) }],
])('a provider that names %s counts as away until it has come to its senses', async (_, odd) => {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const confused = createServer((_request, response) => {
    const named = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'].map((name) => [
      name,
      `${issuer}/x`,
    ]);
    response.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' });
    response.end(JSON.stringify({ issuer, ...Object.fromEntries(named), ...odd }));
  });
  await new Promise<void>((resolve) => confused.listen(port, '127.0.0.1', resolve));
  await using station = await startMembers({
    environment: { ...provider.environment, GOOGLE_ISSUER: issuer },
  });
  const begun = async () => (await station.web.fetch('/auth/google')).headers.get('location') ?? '';
  expect(await begun()).toContain('auth_error=provider_unavailable');
  confused.closeAllConnections();
  await new Promise((resolve) => confused.close(resolve));
  await using sane = await startProvider({ port });
  station.web.clock.advance(1_000);
  expect(await begun()).toContain(`${sane.issuer}/auth?`);
});

test('the member’s own data says where they sign in', async () => {
  const browser = new SignInBrowser(members.web);
  const came = await browser.signIn('google');
  const { data } = await members.get('export', { token: came.search.get('token') ?? '' });
  expect(data?.provider_identities).toMatchObject([{ provider: 'google', subject: 'g-2002' }]);
});
