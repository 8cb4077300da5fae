import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';
import type { Database } from '#src/db/database.ts';
import { lockRows } from '#src/db/engine.ts';
import { PasswordGuard } from '#src/members/password/password-guard.server.ts';
import { CURRENT_COST, hashPassword } from '#src/members/password/password-hash.server.ts';
import { endSessions, SESSION_LONGEST_MS } from '#src/members/session/session.server.ts';
import { betweenTransactions, hold, isPostgres } from '../support/locks.ts';
import { PASSWORD, registration, signedIn, startMembers, tokenOf } from '../support/start-members.ts';
import { NOON_MS } from '../support/start-web.ts';

const ZOE = { email: 'zoe@example.org', password: PASSWORD };

test('a member signs in by e-mail without case and password', async () => {
  await using members = await startMembers();
  const { user } = await members.join('zoe');
  const login = await members.post('login', { email: ' ZOE@example.org', password: PASSWORD });
  expect(login).toMatchObject({ status: 200, success: true, data: { user } });
  expect((await members.get('profile', { token: signedIn(login).token })).data).toEqual(user);
});

test('a wrong password and an unknown address are refused in the same words', async () => {
  await using members = await startMembers();
  await members.join('zoe');
  const wrong = await members.post('login', { ...ZOE, password: 'not it at all' });
  const unknown = await members.post('login', { email: 'nobody@example.org', password: PASSWORD });
  expect(wrong).toMatchObject({
    status: 401,
    code: 'invalid_credentials',
    error: 'Wrong e-mail or password',
  });
  expect({ ...unknown, headers: null }).toEqual({ ...wrong, headers: null });
});

test('with mail a password is derived as often whether registrations wait under an address or not', async () => {
  await using members = await startMembers({ mail: true });
  for (let count = 0; count < 3; count++) await members.post('register', registration('zoe'));
  const verified = vi.spyOn(PasswordGuard.prototype, 'verify');
  using _ = { [Symbol.dispose]: () => verified.mockRestore() };
  const countOf = async (email: string) => {
    verified.mockClear();
    expect((await members.post('login', { email, password: 'not it at all' })).status).toBe(401);
    const candidates = verified.mock.calls.flatMap(([, candidates]) => candidates);
    const stored = candidates.filter((candidate) => candidate !== null);
    const salts = new Set(stored.map((encoded) => encoded.split('$')[4]));
    return candidates.length - stored.length + salts.size;
  };
  expect([await countOf(ZOE.email), await countOf('nobody@example.org')]).toEqual([2, 2]);
  await members.post('verify-email', { token: tokenOf((await members.sink?.received(1))?.text ?? '') });
  expect(await countOf(ZOE.email)).toBe(2);
});

test.each([
  ['email', '', 'required'],
  ['password', '', 'required'],
  ['email', undefined, 'required'],
  ['password', undefined, 'required'],
])('without %s (%j) nobody is looked for', async (field, value, code) => {
  await using members = await startMembers();
  expect(await members.post('login', { ...ZOE, [field]: value })).toMatchObject({
    status: 422,
    fields: { [field]: code },
  });
});

test('a password stored at an older cost is stored at today’s when it is next used', async () => {
  await using members = await startMembers({ passwordCost: CURRENT_COST });
  const { user } = await members.join('zoe');
  const { db } = members.web.services;
  const old = await hashPassword(PASSWORD, { memoryKib: 64, passes: 1, lanes: 1 });
  await db.updateTable('users').set({ password_hash: old }).where('id', '=', user.id).execute();
  expect((await members.post('login', ZOE)).status).toBe(200);
  const stored = await db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow();
  expect(stored.password_hash).toContain('$m=19456,t=2,p=1$');
  expect((await members.post('login', ZOE)).status).toBe(200);
});

test('after ten failures an account is closed to that address for a while, and open from every other', async () => {
  await using members = await startMembers();
  await members.join('zoe');
  const attempt = (password: string, address: string) =>
    members.post('login', { ...ZOE, password }, { address });
  for (let count = 0; count < 10; count++)
    expect((await attempt(`guess ${count}`, '192.0.2.1')).status).toBe(401);
  const closed = await attempt(PASSWORD, '192.0.2.1');
  expect(closed).toMatchObject({ status: 429, code: 'too_many_requests' });
  const waitSeconds = Number(closed.headers.get('retry-after'));
  expect(waitSeconds).toBeGreaterThan(880);
  expect(waitSeconds).toBeLessThanOrEqual(900);
  expect((await attempt(PASSWORD, '192.0.2.2')).status).toBe(200);
  const other = { email: 'other@example.org', password: PASSWORD };
  expect((await members.post('login', other, { address: '192.0.2.1' })).status).toBe(401);
});

test.each([
  ['beside the proxy', '2'],
  ['through it', '1'],
])('%s invented addresses do not step around the limits', async (_, TRUST_PROXY) => {
  await using members = await startMembers({ environment: { TRUST_PROXY } });
  await members.join('zoe');
  const statuses = new Map<number, number>();
  for (let count = 0; count < 140; count++) {
    const body = { ...ZOE, password: `guess ${count}` };
    const { status } = await members.post('login', body, { address: `203.0.113.${count}, 198.51.100.7` });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses]).toEqual([
    [401, 10],
    [429, 130],
  ]);
});

test('a clock that runs ahead for a while ends no session for good [W120]', async () => {
  await using members = await startMembers({ logLevel: 'warn' });
  const { token } = await members.join('zoe');
  const { clock, services } = members.web;
  const sessions = () => services.db.selectFrom('sessions').select('id').execute();
  clock.advance(3_600_000);
  await expect.poll(() => services.believed.nowMs()).toBe(clock.nowMs());
  const rightMs = clock.nowMs();
  clock.setWallClock(rightMs + 400 * DAY_MS);
  clock.advance(3_600_000);
  await expect.poll(() => members.web.errors).toEqual([expect.stringContaining('days ahead')]);
  expect(await sessions()).toHaveLength(1);
  clock.setWallClock(rightMs + 3_600_000);
  expect((await members.get('profile', { token })).status).toBe(200);
});

test('nine failures lock nobody out, and successes are no failures', async () => {
  await using members = await startMembers();
  await members.join('zoe');
  for (let count = 0; count < 9; count++) await members.post('login', { ...ZOE, password: `guess ${count}` });
  for (let count = 0; count < 12; count++) expect((await members.post('login', ZOE)).status).toBe(200);
});

test('an account signs in thirty times from one address, then only from others for a while', async () => {
  await using members = await startMembers();
  await members.join('zoe');
  const login = (address: string) => members.post('login', ZOE, { address });
  for (let count = 0; count < 30; count++) expect((await login('192.0.2.1')).status).toBe(200);
  expect(await login('192.0.2.1')).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect((await login('192.0.2.2')).status).toBe(200);
  members.web.clock.advance(15 * 60_000);
  expect((await login('192.0.2.1')).status).toBe(200);
});

test('an account has fifty sessions: for the next one the one longest unused ends', async () => {
  await using members = await startMembers();
  const { token: first } = await members.join('zoe');
  members.web.clock.advance(2 * 3_600_000);
  const login = (host: number) => members.post('login', ZOE, { address: `192.0.2.${host % 5}` });
  const { token: second } = signedIn(await login(0));
  for (let host = 1; host < 49; host++) expect((await login(host)).status).toBe(200);
  // The first of all has been used since the second.
  members.web.clock.advance(5 * 60_000);
  expect((await members.get('profile', { token: first })).status).toBe(200);
  expect((await members.get('profile', { token: second })).status).toBe(200);
  members.web.clock.advance(5 * 60_000);
  expect((await members.get('profile', { token: first })).status).toBe(200);
  members.web.clock.advance(3_600_000);
  for (let host = 0; host < 49; host++) expect((await login(host)).status).toBe(200);
  expect((await members.get('profile', { token: second })).status).toBe(401);
  expect((await members.get('profile', { token: first })).status).toBe(200);
  const { data } = await members.get('sessions', { token: first });
  expect(data?.sessions).toHaveLength(50);
});

test('a burst of guesses gets no more tries than one after the other, and those under way', async () => {
  await using members = await startMembers();
  await members.join('zoe');
  const guess = (count: number) => members.post('login', { ...ZOE, password: `guess ${count}` });
  const burst = await Promise.all(Array.from({ length: 40 }, (_, count) => guess(count)));
  const tried = burst.filter(({ status }) => status === 401).length;
  expect(tried).toBeGreaterThanOrEqual(10);
  expect(tried).toBeLessThanOrEqual(13);
  expect(burst.filter(({ status }) => status === 429)).toHaveLength(40 - tried);
  expect((await guess(40)).status).toBe(429);
});

test('with mail too a burst that has the right password at its end does not get to it', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  await members.post('verify-email', { token: tokenOf((await members.sink?.received(1))?.text ?? '') });
  const guesses = [...Array.from({ length: 39 }, (_, count) => `guess ${count}`), PASSWORD];
  const burst = await Promise.all(guesses.map((password) => members.post('login', { ...ZOE, password })));
  expect(burst.at(-1)?.status).toBe(429);
});

test('a hundred failures an hour close an address, whichever accounts they were for', async () => {
  await using members = await startMembers();
  await members.join('zoe');
  const guess = (number: number) =>
    members.post(
      'login',
      { email: `member${number}@example.org`, password: 'x' },
      { address: '2001:db8::1' },
    );
  for (let number = 0; number < 100; number++) expect((await guess(number)).status).toBe(401);
  expect((await guess(100)).status).toBe(429);
  expect((await members.post('login', ZOE, { address: '2001:db8::2' })).status).toBe(429);
  expect((await members.post('login', ZOE, { address: '2001:db8:0:1::2' })).status).toBe(200);
});

test('a session that is used lives on, one that is not ends after ninety days', async () => {
  await using members = await startMembers();
  const { token } = await members.join('zoe');
  const idle = signedIn(await members.post('login', ZOE)).token;
  const { clock } = members.web;
  for (let month = 0; month < 6; month++) {
    clock.setWallClock(clock.nowMs() + 30 * DAY_MS);
    expect((await members.get('profile', { token })).status).toBe(200);
  }
  expect(await members.get('profile', { token: idle })).toMatchObject({
    status: 401,
    code: 'authentication_required',
  });
  clock.setWallClock(clock.nowMs() + 90 * DAY_MS);
  expect((await members.get('profile', { token })).status).toBe(401);
});

test('a member reads on while no use of a session can be written', async () => {
  await using members = await startMembers();
  const { token } = await members.join('zoe');
  const { clock, services } = members.web;
  clock.setWallClock(NOON_MS + 6 * MINUTE_MS);
  const take = (trx: Database) => lockRows(trx, trx.selectFrom('sessions').select('id')).execute();
  const held = isPostgres ? await hold(services.db, take) : null;
  if (held === null) await sql`pragma query_only = on`.execute(services.db);
  const { status } = await members.get('profile', { token });
  await held?.release();
  expect(status).toBe(200);
});

betweenTransactions(
  'of registrations that are logged into at once, on a station that sends no mail any more, one becomes the member',
  async () => {
    await using members = await startMembers();
    const { db } = members.web.services;
    const OTHER = 'tides and swells';
    await members.join('zoe');
    await members.join('ondine', { password: OTHER });
    const waiting = { email: ZOE.email, email_folded: ZOE.email, activated_ms: null, pseudo_folded: null };
    await db.updateTable('users').set(waiting).execute();
    const held = await hold(db, (trx) =>
      lockRows(trx, trx.selectFrom('users').select('id').where('pseudo', '=', 'zoe')).execute(),
    );
    const logins = [];
    for (const password of [PASSWORD, PASSWORD, OTHER]) {
      logins.push(members.post('login', { ...ZOE, password }));
      await held.waiting(logins.length);
    }
    await held.release();
    expect(await Promise.all(logins)).toMatchObject([
      { status: 200, data: { user: { pseudo: 'zoe' } } },
      { status: 200, data: { user: { pseudo: 'zoe' } } },
      { status: 401, code: 'invalid_credentials' },
    ]);
  },
);

test('a session ends a year after its sign-in, however much it is used, renewed or handed over [A106]', async () => {
  await using members = await startMembers();
  const { token } = await members.join('zoe');
  const { clock, services } = members.web;
  const renewedToken = signedIn(await members.post('login', ZOE)).token;
  const use = async (tokens: string[]) =>
    Promise.all(tokens.map(async (used) => (await members.get('profile', { token: used })).status));
  for (let month = 1; month <= 12; month++) {
    clock.setWallClock(NOON_MS + month * 30 * DAY_MS);
    expect(await use([token, renewedToken])).toEqual([200, 200]);
  }
  const renewed = signedIn(await members.post('sessions', undefined, { token: renewedToken })).token;
  const way = z.object({ token: z.string() }).parse((await members.get('handover', { token })).data).token;
  const handed = signedIn(await members.post('handover', { token: way })).token;
  clock.setWallClock(NOON_MS + SESSION_LONGEST_MS - 1);
  expect(await use([token, renewed, handed])).toEqual([200, 200, 200]);
  const left = () => services.db.selectFrom('sessions').select('expires_ms').execute();
  expect(await left()).toEqual(Array(3).fill({ expires_ms: NOON_MS + SESSION_LONGEST_MS }));
  clock.setWallClock(NOON_MS + SESSION_LONGEST_MS);
  expect(await use([token, renewed, handed])).toEqual([401, 401, 401]);
  for (const sweep of members.web.features.accounts.sweeps) await sweep.run(clock.nowMs());
  expect(await left()).toEqual([]);
});

test('a session that an earlier version prolongs without an end has one all the same', async () => {
  await using members = await startMembers();
  const { token } = await members.join('zoe');
  const { clock, services } = members.web;
  await services.db
    .updateTable('sessions')
    .set({ signed_in_ms: null, expires_ms: NOON_MS + 2 * SESSION_LONGEST_MS })
    .execute();
  clock.setWallClock(NOON_MS + SESSION_LONGEST_MS);
  expect((await members.get('profile', { token })).status).toBe(401);
});

test('the operator logs a member out everywhere, and nobody else [A108]', async () => {
  await using members = await startMembers();
  const zoe = await members.join('zoe');
  const again = signedIn(await members.post('login', ZOE)).token;
  const yann = await members.join('yann');
  expect(await endSessions(members.web.services.db, zoe.user.id)).toBe(2);
  const statuses = [zoe.token, again, yann.token].map(
    async (token) => (await members.get('profile', { token })).status,
  );
  expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
  expect((await members.post('login', ZOE)).status).toBe(200);
});

test('a token that was signed out is dead', async () => {
  await using members = await startMembers();
  const { token } = await members.join('zoe');
  expect(await members.post('logout', undefined, { token })).toMatchObject({ status: 200, success: true });
  expect((await members.get('profile', { token })).status).toBe(401);
  expect((await members.post('logout', undefined, { token })).status).toBe(401);
  expect((await members.post('logout')).status).toBe(401);
});

test('a member sees the own sessions, by device, and can end one or all others', async () => {
  await using members = await startMembers();
  const { token } = await members.join('zoe');
  const stranger = await members.join('yann');
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const on = (userAgent: string) => members.post('login', ZOE, { userAgent });
  members.web.clock.advance(1_000);
  const laptop = signedIn(await on(firefox)).token;
  members.web.clock.advance(1_000);
  const phone = signedIn(await on('curl/8.5')).token;

  const list = async (of: string) => {
    const { data } = await members.get('sessions', { token: of });
    return JSON.parse(JSON.stringify(data?.sessions));
  };
  const sessions = await list(laptop);
  expect(sessions).toMatchObject([
    { device: '', current: false, created_at: '2026-11-21T11:00:02.000Z' },
    { device: 'Firefox · Linux', current: true, last_used_at: '2026-11-21T11:00:01.000Z' },
    { current: false },
  ]);
  const foreign = (await list(stranger.token))[0].id;
  const end = (id?: string) =>
    members.remove('sessions', undefined, { token: laptop, query: id ? { id } : {} });
  expect(await end(foreign)).toMatchObject({ status: 404, code: 'session_not_found' });
  expect((await end(sessions[0].id)).status).toBe(200);
  expect((await members.get('profile', { token: phone })).status).toBe(401);
  expect((await end()).status).toBe(200);
  expect((await members.get('profile', { token })).status).toBe(401);
  expect((await members.get('profile', { token: laptop })).status).toBe(200);
  expect((await members.get('profile', { token: stranger.token })).status).toBe(200);
});

test('nothing that is stored lets a reader of the database sign in', async () => {
  await using members = await startMembers();
  const { token } = await members.join('zoe');
  const { db } = members.web.services;
  const rows = [
    ...(await db.selectFrom('users').selectAll().execute()),
    ...(await db.selectFrom('sessions').selectAll().execute()),
  ];
  const stored = JSON.stringify(rows);
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(PASSWORD);
  for (const { id } of rows) expect((await members.get('profile', { token: id })).status).toBe(401);
});
