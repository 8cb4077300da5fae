import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LANGUAGES } from '#src/contract/languages.ts';
import { translate } from '#src/i18n/translate.ts';
import { hashToken } from '#src/members/session/secret-token.server.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { returned, SignInBrowser, userIn } from '../support/sign-in-browser.ts';
import { PASSWORD, registration, signedIn, startMembers, tokenOf } from '../support/start-members.ts';
import { type Person, SITE, startProvider, type TestProvider } from '../support/test-provider.ts';

const ZOE: Person = {
  sub: 'g-1001',
  email: 'Zoe@example.org',
  email_verified: true,
  given_name: 'Zoé',
  family_name: 'Durand',
};
/** Apple writes no name into the token, and the truth as a text. */
const APPLE_ZOE: Person = { sub: 'a-1001', email: 'x7k2@privaterelay.appleid.com', email_verified: 'true' };

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider[Symbol.asyncDispose]());
beforeEach(() => {
  provider.person = ZOE;
});

type Options = NonNullable<Parameters<typeof startMembers>[0]>;
const start = (options: Options = {}) =>
  startMembers({ ...options, environment: { ...provider.environment, ...options.environment } });

test('somebody new becomes a member by Google, and comes back as the same one', async () => {
  await using members = await start();
  const first = await new SignInBrowser(members.web).signIn('google', { lang: 'de', stream: 'club' });
  expect(first.path).toBe('/de/club');
  expect(first.search.get('google_auth')).toBe('success');
  expect(userIn(first)).toMatchObject({
    email: 'Zoe@example.org',
    first_name: 'Zoé',
    last_name: 'Durand',
    pseudo: null,
    email_verified: true,
  });
  const token = first.search.get('token') ?? '';
  expect((await members.get('profile', { token })).data).toEqual(userIn(first));
  expect((await members.get('sign-in-ways', { token })).data).toEqual({
    password: false,
    providers: ['google'],
  });
  provider.person = { ...ZOE, email: 'moved@example.org', given_name: 'Zazie' };
  const second = await new SignInBrowser(members.web).signIn('google');
  expect([second.path, userIn(second)]).toEqual(['/fr/dance', userIn(first)]);
});

test('somebody new becomes a member by Apple, hidden behind a relay address', async () => {
  await using members = await start();
  provider.person = APPLE_ZOE;
  const browser = new SignInBrowser(members.web);
  const answer = await browser.visitProvider(await browser.begin('apple', { theme: 'dark' }));
  answer.form?.set(
    'user',
    JSON.stringify({ name: { firstName: 'Zoé', lastName: 'Durand' }, email: 'x@y.z' }),
  );
  const first = returned(await browser.deliver(answer));
  expect(first.search.get('apple_auth')).toBe('success');
  expect(first.search.get('theme')).toBe('dark');
  expect(userIn(first)).toMatchObject({ email: APPLE_ZOE.email, first_name: 'Zoé', last_name: 'Durand' });
  const second = await new SignInBrowser(members.web).signIn('apple');
  expect(userIn(second)).toEqual(userIn(first));
});

test.each(['google', 'apple'])('another site cannot have its visitors sign in by %s [W91]', async (name) => {
  await using members = await start({ environment: { PLAYER_HOST: 'https://player.example' } });
  const begin = async (site: string, search = '') => {
    const headers = { 'sec-fetch-site': site };
    const begun = await members.web.fetch(`/auth/${name}?lang=de&stream=club${search}`, { headers });
    return { led: begun.headers.get('location') ?? '', cookies: begun.headers.getSetCookie().length };
  };
  expect(await begin('cross-site')).toEqual({ led: `${SITE}/de/club`, cookies: 0 });
  const player = new URLSearchParams({ redirect: 'https://player.example/now' });
  expect((await begin('cross-site', `&popup=1&${player}`)).led).toBe(`${SITE}/de/club?${player}`);
  expect((await begin('cross-site', '&redirect=https://evil.test/')).led).toBe(`${SITE}/de/club`);
  for (const site of ['same-origin', 'same-site', 'none']) {
    const { led, cookies } = await begin(site);
    expect([led.startsWith(SITE), cookies]).toEqual([false, 1]);
  }
});

test.each(['', 'no json', '[]', '{"name":"Zoé"}', '{"name":{"firstName":"Z"}}'])(
  'a name that is missing or nonsense (%j) is asked for later',
  async (user) => {
    await using members = await start();
    provider.person = APPLE_ZOE;
    const browser = new SignInBrowser(members.web);
    const answer = await browser.visitProvider(await browser.begin('apple'));
    answer.form?.set('user', user);
    const came = returned(await browser.deliver(answer));
    expect(userIn(came)).toMatchObject({ first_name: null, last_name: null });
  },
);

test('a member whose mailbox is proven signs in by Google to the same account, and is told by mail', async () => {
  await using members = await start({ mail: true });
  await members.post('register', registration('zoe'));
  const link = tokenOf((await members.sink?.received(1))?.text ?? '');
  const { user, token } = signedIn(await members.post('verify-email', { token: link }));
  const came = await new SignInBrowser(members.web).signIn('google', { lang: 'en' });
  expect(userIn(came)).toEqual(user);
  const mail = await members.sink?.received(2);
  expect(mail?.text).toContain('Hello Zoé');
  expect(mail?.text).toContain('log in to your account with Google');
  expect(mail?.text).not.toContain('Forgotten password');
  const login = { email: ZOE.email, password: PASSWORD };
  expect((await members.post('login', login)).status).toBe(200);
  expect((await members.get('profile', { token })).status).toBe(200);
  await new SignInBrowser(members.web).signIn('google');
  expect((await members.get('sign-in-ways', { token })).data).toEqual({
    password: true,
    providers: ['google'],
  });
  const { db } = members.web.services;
  expect(await db.selectFrom('mail_spool').select('id').execute()).toEqual([]);
});

test('whoever registered somebody else’s address without proof is out once its owner comes', async () => {
  await using members = await start();
  const squatter = await members.join('zoe');
  const came = await new SignInBrowser(members.web).signIn('google');
  expect(userIn(came)).toMatchObject({ id: squatter.user.id, email_verified: true });
  // Nor does the owner go by what the other had written; the page is told.
  expect(userIn(came)).toMatchObject({ first_name: 'Zoé', last_name: 'Durand', pseudo: null });
  expect(came.search.get('cleared')).toBe('1');
  expect((await new SignInBrowser(members.web).signIn('google')).search.get('cleared')).toBeNull();
  expect((await members.get('profile', { token: squatter.token })).status).toBe(401);
  const login = { email: ZOE.email, password: PASSWORD };
  expect((await members.post('login', login)).status).toBe(401);
  expect((await members.get('profile', { token: came.search.get('token') ?? '' })).status).toBe(200);
});

test('the names of whoever registered somebody else’s address leave the pages that are kept [W213]', async () => {
  const purged: string[] = [];
  await using members = await start({ purgePages: (tags) => void purged.push(...tags) });
  await members.web.data.addMedia(mediaRecord(1, 'Elka', 'Fir'));
  await members.web.drain();
  const { token } = await members.join('zoe');
  await members.post('comments', { track_title: 'Elka - Fir', comment: 'Ahoy' }, { token });
  purged.length = 0;
  await new SignInBrowser(members.web).signIn('google');
  expect(purged.toSorted()).toEqual(['member-zoe', 'track-elka-fir']);
  purged.length = 0;
  await new SignInBrowser(members.web).signIn('google');
  expect(purged).toEqual([]);
  // A name that the provider brings where there was none is seen there as well.
  await members.web.services.db.updateTable('users').set({ first_name: null }).execute();
  await new SignInBrowser(members.web).signIn('google');
  expect(purged).toEqual(['track-elka-fir']);
});

test.each(LANGUAGES)('a member whose unproven password ends reads that in %s', async (lang) => {
  await using members = await start();
  await members.join('zoe');
  await using sending = await start({ mail: true });
  const { db } = sending.web.services;
  const row = await members.web.services.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  await db.insertInto('users').values(row).execute();
  await new SignInBrowser(sending.web).signIn('google', { lang });
  const mail = await sending.sink?.received(1);
  const closed = translate(lang, 'mail.linked.closed');
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(closed.replaceAll(/\s+/g, ' '));
  expect(mail?.text).toContain('Google');
  expect(mail?.text).not.toMatch(/[{}]|undefined/);
});

test.each(LANGUAGES)('a member reads in %s that a provider was unlinked, once [A96]', async (lang) => {
  await using members = await start({ mail: true });
  const { db } = members.web.services;
  await using before = await start();
  const { user } = await before.join('zoe');
  const row = await before.web.services.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  await db.insertInto('users').values(row).execute();
  const linked = { provider: 'google', issuer: 'i', subject: 'g-1', user_id: user.id, linked_ms: 0 } as const;
  await db.insertInto('provider_identities').values(linked).execute();
  const { token } = signedIn(await members.post('login', { email: ZOE.email, password: PASSWORD }));
  const unlink = () =>
    members.remove(
      'sign-in-ways',
      { password: PASSWORD },
      { token, language: lang, query: { provider: 'google' } },
    );
  expect((await unlink()).status).toBe(200);
  expect((await unlink()).status).toBe(200);
  const mail = await members.sink?.received(1);
  const told = translate(lang, 'mail.unlinked.title');
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(told.replaceAll(/\s+/g, ' '));
  expect(mail?.text).toContain('Google');
  expect(mail?.text).not.toMatch(/[{}]|undefined/);
  const owed = db.selectFrom('mail_spool').select('id');
  await expect.poll(() => owed.execute()).toEqual([]);
  expect(members.sink?.mails).toHaveLength(1);
});

test('registrations that wait for a mail are gone once the mailbox’s owner comes', async () => {
  await using members = await start({ mail: true });
  await members.post('register', registration('zoe'));
  const link = tokenOf((await members.sink?.received(1))?.text ?? '');
  const came = await new SignInBrowser(members.web).signIn('google');
  expect(userIn(came)).toMatchObject({ pseudo: null });
  expect((await members.post('verify-email', { token: link })).code).toBe('token_invalid');
  const login = { email: ZOE.email, password: PASSWORD };
  expect((await members.post('login', login)).status).toBe(401);
});

test('so are those beside an account that nobody had proven [A74]', async () => {
  await using members = await start({ mail: true });
  const { db } = members.web.services;
  await using before = await start();
  await before.join('zoe');
  const row = await before.web.services.db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  await db.insertInto('users').values(row).execute();
  await members.post('register', registration('other', 'zoe@example.org'));
  const came = await new SignInBrowser(members.web).signIn('google');
  expect(userIn(came)).toMatchObject({ id: row.id });
  expect(await db.selectFrom('users').select('id').execute()).toEqual([{ id: row.id }]);
});

test('a member by Google gets a password by the mail for forgotten ones', async () => {
  await using members = await start({ mail: true });
  const came = await new SignInBrowser(members.web).signIn('google');
  await members.post('forgot-password', { email: ZOE.email });
  const link = tokenOf((await members.sink?.received(1))?.text ?? '');
  expect((await members.post('reset-password', { token: link, password: PASSWORD })).status).toBe(200);
  const login = await members.post('login', { email: ZOE.email, password: PASSWORD });
  expect(signedIn(login).user.id).toBe(userIn(came).id);
});

test.each([[false], ['false'], [undefined]])(
  'an address that the provider does not vouch for (%j) opens nothing',
  async (email_verified) => {
    await using members = await start();
    const { user, token } = await members.join('zoe');
    provider.person = { ...ZOE, email_verified };
    const came = await new SignInBrowser(members.web).signIn('google');
    expect(came.search.get('google_auth')).toBe('error');
    expect(came.search.get('auth_error')).toBe('provider_email_unverified');
    expect(came.search.get('token')).toBeNull();
    expect((await members.get('profile', { token })).data).toEqual(user);
  },
);

test('who refuses at the provider comes back where the sign-in began', async () => {
  await using members = await start();
  provider.person = null;
  for (const kind of ['google', 'apple']) {
    const came = await new SignInBrowser(members.web).signIn(kind, { lang: 'nl', stream: '80s' });
    expect([came.path, came.search.get('auth_error')]).toEqual(['/nl/80s', 'sign_in_cancelled']);
  }
});

test.each([
  ['google', 'access_denied', 'sign_in_cancelled'],
  ['apple', 'user_cancelled_authorize', 'sign_in_cancelled'],
  ['google', 'invalid_scope', 'provider_unavailable'],
  ['google', 'unauthorized_client', 'provider_unavailable'],
  ['apple', 'invalid_request', 'provider_unavailable'],
  ['google', 'temporarily_unavailable', 'provider_unavailable'],
])('%s answers %s: that is %s, and a refusal of the station is told of [A81]', async (kind, error, code) => {
  await using members = await start({ logLevel: 'info' });
  provider.person = null;
  const refuse = async (said: string) => {
    const browser = new SignInBrowser(members.web);
    const { path, form } = await browser.visitProvider(await browser.begin(kind));
    const url = new URL(path, SITE);
    const answer = form ?? url.searchParams;
    answer.set('error', said);
    answer.delete('error_description');
    const came = returned(await browser.deliver({ path: `${url.pathname}${url.search}`, form }));
    return came.search.get('auth_error');
  };
  expect(await refuse(error)).toBe(code);
  const told = members.web.errors.filter((line) => line.includes('refuses this station'));
  const isRefusal = code === 'provider_unavailable' && error !== 'temporarily_unavailable';
  expect(told).toEqual(isRefusal ? [expect.stringContaining(`"code":"${error}"`)] : []);
});

test('what no provider would say of an error is not written into the log [W119]', async () => {
  await using members = await start({ logLevel: 'info' });
  provider.person = null;
  const browser = new SignInBrowser(members.web);
  const { path } = await browser.visitProvider(await browser.begin('google'));
  const url = new URL(path, SITE);
  url.searchParams.set('error', `me@example.org${'x'.repeat(2_000)}`);
  const came = returned(await browser.deliver({ path: `${url.pathname}${url.search}`, form: null }));
  expect(came.search.get('auth_error')).toBe('provider_unavailable');
  const log = members.web.errors.join('\n');
  expect(log).toContain('refuses this station');
  expect(log).not.toContain('example.org');
});

test('an answer counts in the browser that began, once, and with its own state alone', async () => {
  await using members = await start();
  const browser = new SignInBrowser(members.web);
  const begun = await browser.begin('google', { lang: 'en' });
  const answer = await browser.visitProvider(begun);
  const before = provider.redeemed;
  const refused = async (path: string, other = browser) => {
    const came = returned(await other.deliver({ path, form: null }));
    expect(came.search.get('token')).toBeNull();
    return [came.path, came.search.get('auth_error')];
  };
  // Somebody else's browser, with and without a cookie of its own.
  const stranger = new SignInBrowser(members.web);
  expect(await refused(answer.path, stranger)).toEqual(['/en/dance', 'sign_in_expired']);
  const strangers = await stranger.visitProvider(await stranger.begin('google'));
  expect(await refused(answer.path, stranger)).toEqual(['/en/dance', 'sign_in_expired']);
  // Another state.
  expect(await refused(answer.path.replace(/state=[^&]+/, 'state=x'))).toEqual([
    '/fr/dance',
    'sign_in_expired',
  ]);
  expect(await refused(answer.path.replace(/state=[^&]+/, ''))).toEqual(['/fr/dance', 'sign_in_expired']);
  expect(await refused(answer.path.replace(/state=./, 'state=A'))).toEqual(['/fr/dance', 'sign_in_expired']);
  expect(await refused(strangers.path)).toEqual(['/fr/dance', 'sign_in_expired']);
  expect(provider.redeemed).toBe(before);
  // A stranger's code under the own state, as an attacker would slip it in.
  const code = /code=([^&]+)/.exec(strangers.path)?.[1] ?? '';
  const slipped = answer.path.replace(/code=[^&]+/, `code=${code}`);
  expect(await refused(slipped)).toEqual(['/en/dance', 'sign_in_expired']);
  // The right one, then the same once more.
  const came = returned(await browser.deliver(answer));
  expect(came.search.get('google_auth')).toBe('success');
  expect(await refused(answer.path)).toEqual(['/en/dance', 'sign_in_expired']);
});

test('an answer that comes too late leads back to begin again', async () => {
  await using members = await start();
  const browser = new SignInBrowser(members.web);
  const answer = await browser.visitProvider(await browser.begin('google'));
  members.web.clock.advance(15 * 60_000);
  const came = returned(await browser.deliver(answer));
  expect(came.search.get('auth_error')).toBe('sign_in_expired');
});

test('sign-ins in two tabs of one browser do not disturb each other', async () => {
  await using members = await start();
  const browser = new SignInBrowser(members.web);
  const [one, other] = [await browser.begin('google'), await browser.begin('google')];
  const answers = [await browser.visitProvider(one), await browser.visitProvider(other)];
  for (const answer of answers)
    expect(returned(await browser.deliver(answer)).search.get('google_auth')).toBe('success');
});

test('Apple’s answer counts with the ID token that belongs to it alone', async () => {
  await using members = await start();
  provider.person = APPLE_ZOE;
  const browser = new SignInBrowser(members.web);
  const answer = await browser.visitProvider(await browser.begin('apple'));
  answer.form?.set('id_token', await provider.credential({ aud: 'apple-client' }));
  const came = returned(await browser.deliver(answer));
  expect([came.search.get('token'), came.search.get('auth_error')]).toEqual([null, 'credential_invalid']);
});

test('the browser’s secret is kept from scripts, other sites and other hosts', async () => {
  await using members = await start();
  const cookie = async (kind: string) =>
    (await members.web.fetch(`/auth/${kind}`)).headers.get('set-cookie')?.replace(/=[\w-]{43};/, '=…;');
  const common = 'Path=/; HttpOnly; Max-Age=900; SameSite=';
  expect(await cookie('google')).toBe(`__Host-onde-google=…; ${common}Lax; Secure`);
  expect(await cookie('apple')).toBe(`__Host-onde-apple=…; ${common}None; Secure`);
});

test('a token that has been in an address is changed for another, once [A78]', async () => {
  await using members = await start();
  const came = await new SignInBrowser(members.web).signIn('google');
  const token = came.search.get('token') ?? '';
  const other = (await new SignInBrowser(members.web).signIn('google')).search.get('token') ?? '';
  const replies = await Promise.all([1, 2, 3].map(() => members.post('sessions', undefined, { token })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  const [renewed] = replies.filter(({ status }) => status === 200).map(signedIn);
  expect(renewed?.user).toEqual(userIn(came));
  const statusOf = async (one: string) => (await members.get('profile', { token: one })).status;
  expect([await statusOf(token), await statusOf(renewed?.token ?? ''), await statusOf(other)]).toEqual([
    401, 200, 200,
  ]);
});

test('the browser that signs in can tell the token that it is given [A78]', async () => {
  await using members = await start();
  for (const [kind, parameters] of [
    ['google', {}],
    ['apple', { popup: '1' }],
  ] as const) {
    const browser = new SignInBrowser(members.web);
    const answer = await browser.visitProvider(await browser.begin(kind, parameters));
    const response = await browser.deliver(answer);
    const token =
      kind === 'google'
        ? returned(response).search.get('token')
        : /"token":"([\w-]+)"/.exec(await response.text())?.[1];
    expect(response.headers.get('set-cookie')).toBe(
      `__Host-onde-return=${hashToken(token ?? '')}; Max-Age=60; Path=/; SameSite=Lax; Secure`,
    );
    const again = await browser.deliver(answer);
    expect(again.headers.get('set-cookie')).toBeNull();
  }
});

test('what goes to the provider is what it needs to know', async () => {
  await using members = await start();
  const asked = async (kind: string) => {
    const response = await members.web.fetch(`/auth/${kind}`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'no-store']);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const { state, nonce, code_challenge, ...rest } = Object.fromEntries(
      new URL(response.headers.get('location') ?? '').searchParams,
    );
    expect([state, nonce, code_challenge].map((text) => (text?.length ?? 0) >= 43)).toEqual([
      true,
      true,
      kind === 'google',
    ]);
    return rest;
  };
  expect(await asked('google')).toEqual({
    client_id: 'google-client',
    redirect_uri: `${SITE}/auth/google/callback`,
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
  });
  expect(await asked('apple')).toEqual({
    client_id: 'apple-client',
    redirect_uri: `${SITE}/auth/apple/callback`,
    response_type: 'code id_token',
    response_mode: 'form_post',
    scope: 'openid name email',
  });
});

test('a window of its own tells the page that opened it, and nobody else', async () => {
  await using members = await start();
  provider.person = { ...APPLE_ZOE, sub: 'a-</script><script>alert(1)</script>' };
  const browser = new SignInBrowser(members.web);
  const begin = () => browser.begin('apple', { popup: '1', lang: 'en' });
  const answer = await browser.visitProvider(await begin());
  answer.form?.set('user', JSON.stringify({ name: { firstName: '</script><b>', lastName: 'Durand' } }));
  const page = await browser.deliver(answer);
  expect(page.headers.get('cross-origin-opener-policy')).toBe('unsafe-none');
  expect(page.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']{44}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  const html = await page.text();
  const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);
  expect(scripts).toHaveLength(2);
  const outcome = JSON.parse(scripts[0] ?? '');
  expect(outcome).toMatchObject({
    origin: SITE,
    message: { type: 'APPLE_AUTH_SUCCESS', user: { first_name: '</script><b>' } },
  });
  expect((await members.get('profile', { token: outcome.message.token })).status).toBe(200);
  provider.person = null;
  const refusing = new SignInBrowser(members.web);
  const begun = await refusing.begin('apple', { popup: '1', lang: 'en' });
  const refusal = await (await refusing.deliver(await refusing.visitProvider(begun))).text();
  expect(refusal).toContain('"type":"APPLE_AUTH_ERROR","error":"The login was cancelled."');
});

const PLAYER = 'https://player.example.org';
test.each([
  [`${PLAYER}/dance`, `${PLAYER}/dance`],
  ['https://player.example.org.evil.test/', null],
  ['https://player.example.org@evil.test/', null],
  ['https://me:secret@player.example.org/', null],
  ['https://player.example.org%2eevil.test/', null],
  // As browsers read it, this is the player's own.
  ['https://player.example.org\\@evil.test/', `${PLAYER}/@evil.test/`],
  ['https://evil.test/https://player.example.org', null],
  ['https://evil.test\\player.example.org', null],
  ['https://evil.test#https://player.example.org', null],
  ['https://evil.test?https://player.example.org', null],
  ['https://PLAYER.example.org.', null],
  ['https://player.example.org:8443/', null],
  ['https://player.example.orgevil.test/', null],
  ['http://player.example.org/', null],
  ['//player.example.org/', null],
  ['///evil.test', null],
  ['/\\evil.test', null],
  ['javascript:alert(1)', null],
  ['data:text/html,player.example.org', null],
  [`${PLAYER}/${'x'.repeat(1_000)}`, null],
  ['', null],
])('a sign-in leads on to the player alone: %s', async (redirect, honoured) => {
  await using members = await start({ environment: { PLAYER_HOST: PLAYER } });
  const came = await new SignInBrowser(members.web).signIn('google', { redirect });
  expect(came.search.get('google_auth')).toBe('success');
  expect(came.search.get('redirect')).toBe(honoured);
});

test('an answer that is too large to be Apple’s leads back like one that nobody asked for', async () => {
  await using members = await start({ logLevel: 'info' });
  const answer = await members.web.fetch('/auth/apple/callback', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `state=x&code=${'y'.repeat(200_000)}`,
  });
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toContain('apple_auth=error&auth_error=sign_in_expired');
  expect(members.web.errors).toEqual([]);
});

test('answers that nobody asked for write one line a minute, however many come [W119]', async () => {
  await using members = await start({ logLevel: 'info' });
  for (let count = 0; count < 200; count++)
    expect((await members.web.fetch('/auth/google/callback?state=x&code=y')).status).toBe(303);
  members.web.clock.advance(60_000);
  expect(members.web.errors).toEqual([expect.stringContaining('"failed":200')]);
});

test('no token, code or address of a person is logged, whatever goes wrong', async () => {
  await using members = await start({ logLevel: 'trace' });
  const browser = new SignInBrowser(members.web);
  const answer = await browser.visitProvider(await browser.begin('google'));
  const came = returned(await browser.deliver(answer));
  await browser.deliver(answer);
  const credential = await provider.credential({ aud: 'somebody-else' });
  await members.post('google-auth', { credential });
  provider.person = APPLE_ZOE;
  const posted = await browser.visitProvider(await browser.begin('apple'));
  posted.form?.set('id_token', credential);
  await browser.deliver(posted);
  const log = members.web.errors.join('\n');
  expect(log).toMatch(/a sign-in with \w+ failed/);
  const query = new URL(answer.path, SITE).searchParams;
  for (const secret of [
    query.get('code'),
    query.get('state'),
    came.search.get('token'),
    credential,
    credential.split('.')[1],
    posted.form?.get('code'),
    'xample.org',
  ])
    expect(log).not.toContain(secret);
});
