import { expect, test } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import { orderMail } from '#src/db/mail-queue.ts';
import { accountMailComposers } from '#src/features/accounts/mail-links/account-mails.server.ts';
import { REGISTRATION_WAITS_MS } from '#src/features/accounts/registrations/waiting-registration.server.ts';
import { hashToken } from '#src/members/session/secret-token.server.ts';
import { GIVE_UP_AFTER_MS } from '#src/platform/mail/mail-worker.ts';
import { freePort } from '../support/free-port.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { PASSWORD, registration, signedIn, startMembers, tokenOf } from '../support/start-members.ts';
import { startWeb } from '../support/start-web.ts';

test('a newcomer registers, gets a mail, follows its link, picks a name and reads the profile', async () => {
  await using members = await startMembers({ mail: true });
  const registered = await members.post('register', registration(null, 'Zoe@Example.org'), {
    language: 'de',
  });
  expect(registered.data).toMatchObject({ emailSent: true, token: null, user: { email: 'Zoe@Example.org' } });

  const mail = await members.sink?.received(1);
  expect(mail).toMatchObject({ to: ['zoe@example.org'], from: 'radio@example.org' });
  expect(mail?.headers.get('from')).toBe('Onde <radio@example.org>');
  expect(mail?.headers.get('subject')).toBe('Bestätige deine Adresse für Onde');
  expect(mail?.text).toContain('http://localhost:8080/validate-email?token=');
  expect(mail?.html).toContain(tokenOf(mail?.text ?? ''));

  const verified = await members.post(
    'verify-email',
    { token: tokenOf(mail?.text ?? '') },
    { language: 'fr' },
  );
  expect(verified).toMatchObject({
    status: 200,
    success: true,
    message: 'Email validé avec succès !',
    data: { user: { email_verified: true, pseudo: null } },
  });
  const { user, token } = signedIn(verified);
  const chosen = await members.post('update-pseudo', { user_id: user.id, pseudo: 'zoe' }, { token });
  expect(chosen.data).toEqual({ ...user, pseudo: 'zoe' });
  expect((await members.get('profile', { token })).data).toEqual({ ...user, pseudo: 'zoe' });
  const login = { email: 'zoe@example.ORG', password: PASSWORD };
  expect((await members.post('login', login)).data?.user).toEqual({ ...user, pseudo: 'zoe' });
});

test('until the link is followed the right password does not sign in, and says why', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  const login = { email: 'zoe@example.org', password: PASSWORD };
  expect(await members.post('login', login)).toMatchObject({ status: 403, code: 'email_not_verified' });
  const wrong = await members.post('login', { ...login, password: 'another one' });
  expect(wrong).toMatchObject({ status: 401, code: 'invalid_credentials' });
});

test('a registration of a known address is answered as one of a new address, and its owner is told', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('owner', 'owner@example.org'));
  const first = await members.sink?.received(1);
  await members.post('verify-email', { token: tokenOf(first?.text ?? '') });

  const known = await members.post('register', registration('guess1', 'OWNER@example.org'));
  const fresh = await members.post('register', registration('guess2', 'fresh@example.org'));
  const shape = (reply: typeof known) => ({
    ...reply,
    headers: null,
    data: {
      ...reply.data,
      user: { ...Object(reply.data?.user), id: '', email: '', pseudo: '' },
    },
  });
  expect(shape(known)).toEqual(shape(fresh));

  await members.sink?.received(3);
  const toOwner = members.sink?.mails.filter(({ to }) => to[0] === 'owner@example.org')[1];
  expect(toOwner?.headers.get('subject')).toBe('You already have an account with Onde');
  expect(toOwner?.text).toContain('Hello Zoé,');
  expect(toOwner?.text).not.toContain('token=');

  // Nothing that can be asked afterwards tells the two apart either.
  for (const [username, email] of [
    ['guess1', 'owner@example.org'],
    ['guess2', 'fresh@example.org'],
  ]) {
    expect((await members.post('check-pseudo', { pseudo: username })).available).toBe(true);
    const again = await members.post('register', registration(username ?? '', 'third@example.org'));
    expect(again.status).toBe(200);
    expect((await members.get('user-favorites', { query: { pseudo: username ?? '' } })).status).toBe(404);
    const login = { email, password: `${PASSWORD}, but not the owner’s` };
    expect((await members.post('login', login)).code).toBe('invalid_credentials');
  }
});

test('whoever registers a known address is told the same at login as for a new one', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('owner', 'owner@example.org'));
  const first = await members.sink?.received(1);
  await members.post('verify-email', { token: tokenOf(first?.text ?? '') });
  for (const [username, email] of [
    ['guess1', 'owner@example.org'],
    ['guess2', 'fresh@example.org'],
  ]) {
    const attempt = { ...registration(username ?? '', email), password: 'the guesser’s own' };
    await members.post('register', attempt);
    const login = await members.post('login', { email, password: attempt.password });
    expect(login).toMatchObject({ status: 403, code: 'email_not_verified' });
  }
  expect((await members.post('login', { email: 'owner@example.org', password: PASSWORD })).status).toBe(200);
});

test('a stranger who registers the same address replaces nothing: each link opens its own, and removes the others', async () => {
  await using members = await startMembers({ mail: true });
  const login = (password: string) => members.post('login', { email: 'zoe@example.org', password });
  await members.post('register', registration('zoe'));
  const own = await members.sink?.received(1);
  members.web.clock.advance(60_000);
  await members.post('register', {
    ...registration('fake', 'zoe@example.org'),
    password: 'the stranger’s own',
  });
  const strangers = await members.sink?.received(2);
  expect(own?.text).toContain('Requested on 21 November 2026 at 12:00');
  expect(strangers?.text).toContain('Requested on 21 November 2026 at 12:01');
  expect((await login(PASSWORD)).code).toBe('email_not_verified');
  expect((await login('the stranger’s own')).code).toBe('email_not_verified');

  const verified = await members.post('verify-email', { token: tokenOf(own?.text ?? '') });
  expect(verified).toMatchObject({ status: 200, data: { user: { pseudo: 'zoe' } } });
  const late = await members.post('verify-email', { token: tokenOf(strangers?.text ?? '') });
  expect(late).toMatchObject({ status: 422, code: 'token_invalid' });
  expect((await login(PASSWORD)).status).toBe(200);
  expect((await login('the stranger’s own')).code).toBe('invalid_credentials');
});

test('of two links of one address that are followed at the same instant one opens an account', async () => {
  await using members = await startMembers({ mail: true });
  await Promise.all([1, 2].map((n) => members.post('register', registration(`zoe${n}`, 'zoe@example.org'))));
  await members.sink?.received(2);
  const tokens = (members.sink?.mails ?? []).map(({ text }) => tokenOf(text));
  const replies = await Promise.all(tokens.map((token) => members.post('verify-email', { token })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  const rows = await members.web.services.db.selectFrom('users').select('activated_ms').execute();
  expect(rows).toHaveLength(1);
});

test('a username is a wish until the link is followed: who comes second is asked for another', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe', 'slow@example.org'));
  const slow = tokenOf((await members.sink?.received(1))?.text ?? '');
  expect((await members.post('check-pseudo', { pseudo: 'zoe' })).available).toBe(true);
  await members.post('register', registration('ZOE', 'quick@example.org'));
  const quick = tokenOf((await members.sink?.received(2))?.text ?? '');
  const first = await members.post('verify-email', { token: quick });
  expect(first.data?.user).toMatchObject({ pseudo: 'ZOE' });
  const second = await members.post('verify-email', { token: slow });
  expect(second).toMatchObject({ status: 200, data: { user: { pseudo: null, first_name: 'Zoé' } } });
  const { user, token } = signedIn(second);
  const choose = (username: string) =>
    members.post('update-pseudo', { user_id: user.id, pseudo: username }, { token });
  expect((await choose('zoe')).code).toBe('username_taken');
  expect((await choose('zoe_2')).data).toMatchObject({ pseudo: 'zoe_2' });
});

test('of two links for one username that are followed at the same instant one gets it, both open', async () => {
  await using members = await startMembers({ mail: true });
  for (const name of ['a', 'b', 'c'])
    await members.post('register', registration('zoe', `${name}@example.org`));
  await members.sink?.received(3);
  const tokens = (members.sink?.mails ?? []).map(({ text }) => tokenOf(text));
  const replies = await Promise.all(tokens.map((token) => members.post('verify-email', { token })));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  const names = replies.map((reply) => signedIn(reply).user.pseudo);
  expect(names.filter((name) => name === null)).toHaveLength(2);
});

test('twenty registrations of one address wait at once; for the next the oldest goes', async () => {
  await using members = await startMembers({ mail: true });
  const ids: string[] = [];
  for (let count = 0; count < 22; count++) {
    if (count % 5 === 0) members.web.clock.advance(HOUR_MS);
    const { data } = await members.post('register', registration(`zoe${count}`, 'zoe@example.org'));
    ids.push(String(Reflect.get(Object(data?.user), 'id')));
    members.web.clock.advance(1_000);
  }
  const rows = await members.web.services.db.selectFrom('users').select('id').orderBy('id').execute();
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(2));
});

test('a link that is asked for again is that of the browser that asks, else the newest', async () => {
  await using members = await startMembers({ mail: true });
  const cookies: string[] = [];
  for (const name of ['zoe1', 'zoe2', 'zoe3']) {
    const { headers } = await members.post('register', registration(name, 'zoe@example.org'));
    cookies.push(headers.get('set-cookie')?.split(';')[0] ?? '');
    members.web.clock.advance(1_000);
  }
  await members.sink?.received(3);
  const { db } = members.web.services;
  // One that the clock overtakes before it is known to be sent is sent again.
  await expect.poll(() => db.selectFrom('mail_spool').select('id').execute()).toEqual([]);
  members.web.clock.standStill(49 * HOUR_MS);
  const openedBy = async (cookie: string | undefined, count: number) => {
    const how = cookie === undefined ? {} : { cookie };
    await members.post('resend-verification', { email: 'zoe@example.org' }, how);
    return tokenOf((await members.sink?.received(count))?.text ?? '');
  };
  const newest = await openedBy(undefined, 4);
  const own = await openedBy(cookies[0], 5);
  await expect(openedBy('onde-registration=nonsense', 6)).resolves.toHaveLength(43);
  const userOf = async (token: string) => {
    const row = db.selectFrom('email_tokens').innerJoin('users', 'users.id', 'email_tokens.user_id');
    return row.select('pseudo').where('token_hash', '=', hashToken(token)).executeTakeFirst();
  };
  expect([await userOf(newest), await userOf(own)]).toEqual([{ pseudo: 'zoe3' }, { pseudo: 'zoe1' }]);
  expect((await members.post('verify-email', { token: own })).data?.user).toMatchObject({ pseudo: 'zoe1' });
});

test('a registration past its seven days waits for as long as a link that was asked for again works', async () => {
  await using members = await startMembers({ mail: true });
  const { clock, features, services } = members.web;
  for (const name of ['zoe', 'yann']) await members.post('register', registration(name));
  await members.sink?.received(2);
  await expect.poll(() => services.db.selectFrom('mail_spool').select('id').execute()).toEqual([]);
  const sweepAt = async (nowMs: number) => {
    clock.setWallClock(nowMs);
    for (const sweep of features.accounts.sweeps) await sweep.run(nowMs);
    const left = await services.db.selectFrom('users').select('pseudo').orderBy('pseudo').execute();
    return left.map(({ pseudo }) => pseudo);
  };
  const startMs = clock.nowMs();
  expect(await sweepAt(startMs + REGISTRATION_WAITS_MS - HOUR_MS)).toEqual(['yann', 'zoe']);
  await members.post('resend-verification', { email: 'zoe@example.org' });
  const token = tokenOf((await members.sink?.received(3))?.text ?? '');
  const untilMs = clock.nowMs() + 48 * HOUR_MS;
  expect(await sweepAt(startMs + REGISTRATION_WAITS_MS)).toEqual(['zoe']);
  expect(await sweepAt(untilMs - 1)).toEqual(['zoe']);
  // The sweep of that moment has nothing left to wait for.
  expect(await sweepAt(untilMs)).toEqual([]);
  expect(await members.post('verify-email', { token })).toMatchObject({ code: 'token_invalid' });
});

test('a link works once, then says that it was used', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  const token = tokenOf((await members.sink?.received(1))?.text ?? '');
  const both = await Promise.all([1, 2].map(() => members.post('verify-email', { token })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(await members.post('verify-email', { token })).toMatchObject({
    status: 422,
    code: 'token_used',
    error: 'This link has already been used',
  });
});

test('a link that is too old says so, and another one can be asked for', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  const old = tokenOf((await members.sink?.received(1))?.text ?? '');
  // By `advance` the jobs of 2,880 minutes would ask the database at once, and the call wait behind them.
  members.web.clock.standStill(48 * HOUR_MS);
  expect(await members.post('verify-email', { token: old })).toMatchObject({
    status: 422,
    code: 'token_expired',
  });
  const again = await members.post('resend-verification', { email: 'ZOE@example.org' });
  expect(again).toMatchObject({ status: 200, data: { emailSent: true } });
  const token = tokenOf((await members.sink?.received(2))?.text ?? '');
  expect((await members.post('verify-email', { token })).status).toBe(200);
});

test('a link that nobody made, or made for something else, opens nothing', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  const validation = tokenOf((await members.sink?.received(1))?.text ?? '');
  expect((await members.post('verify-email', { token: 'x'.repeat(43) })).code).toBe('token_invalid');
  const crossed = await members.post('reset-password', { token: validation, password: 'a new one at last' });
  expect(crossed).toMatchObject({ status: 422, code: 'token_invalid' });
  const session = signedIn(await members.post('verify-email', { token: validation })).token;
  expect((await members.post('verify-email', { token: session })).code).toBe('token_invalid');
  expect(await members.post('verify-email', {})).toMatchObject({
    status: 422,
    fields: { token: 'required' },
  });
  expect((await members.get('profile', { token: validation })).status).toBe(401);
});

test('a member who forgot the password chooses a new one; every session ends and a mail says so', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  const validation = tokenOf((await members.sink?.received(1))?.text ?? '');
  const old = signedIn(await members.post('verify-email', { token: validation })).token;

  await members.post('forgot-password', { email: 'zoe@example.org' }, { language: 'ru' });
  const mail = await members.sink?.received(2);
  expect(mail?.headers.get('subject')).toBe('Задайте новый пароль для Onde');
  expect(mail?.text).toContain('Здравствуйте, Zoé.');
  expect(mail?.text).toContain('/reset-password?token=');
  const token = tokenOf(mail?.text ?? '');
  const common = await members.post('reset-password', { token, password: 'password1' });
  expect(common).toMatchObject({ status: 422, fields: { password: 'password_common' } });
  const short = await members.post('reset-password', { token, password: 'short' });
  expect(short).toMatchObject({ status: 422, fields: { password: 'password_too_short' } });

  const reset = await members.post('reset-password', { token, password: 'tides and swells' });
  expect(reset).toMatchObject({ status: 200, data: { user: { pseudo: 'zoe' } } });
  expect((await members.get('profile', { token: old })).status).toBe(401);
  expect((await members.get('profile', { token: signedIn(reset).token })).status).toBe(200);
  const login = (password: string) => members.post('login', { email: 'zoe@example.org', password });
  expect((await login(PASSWORD)).status).toBe(401);
  expect((await login('tides and swells')).status).toBe(200);
  expect((await members.post('reset-password', { token, password: 'once more, please' })).code).toBe(
    'token_used',
  );
  const told = await members.sink?.received(3);
  expect(told?.headers.get('subject')).toBe('Your Onde password has changed');
  expect(told?.text).toContain('21 November 2026');
});

test('a new password whose answer was lost is sent again and signs in, within the hour of its link [A139]', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  const validation = tokenOf((await members.sink?.received(1))?.text ?? '');
  await members.post('verify-email', { token: validation });
  await members.post('forgot-password', { email: 'zoe@example.org' });
  const token = tokenOf((await members.sink?.received(2))?.text ?? '');
  const reset = (password: string, address?: string) =>
    members.post('reset-password', { token, password }, address ? { address } : {});
  const first = await reset('tides and swells');
  const again = await reset('tides and swells');
  expect(again).toMatchObject({ status: 200, data: { user: { pseudo: 'zoe' } } });
  // Nothing is done twice: the sessions since then stay.
  for (const { token: session } of [signedIn(first), signedIn(again)])
    expect((await members.get('profile', { token: session })).status).toBe(200);
  // Whoever guesses by a used link is counted like who guesses at the login.
  for (let count = 0; count < 10; count++)
    expect((await reset('a guess at it', '198.51.100.7')).code).toBe('token_used');
  expect((await reset('tides and swells', '198.51.100.7')).status).toBe(429);
  members.web.clock.advance(HOUR_MS);
  expect((await reset('tides and swells')).code).toBe('token_used');
});

test('a new password that is sent again before its answer has come signs in, too [A139]', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  await members.post('verify-email', { token: tokenOf((await members.sink?.received(1))?.text ?? '') });
  await members.post('forgot-password', { email: 'zoe@example.org' });
  const token = tokenOf((await members.sink?.received(2))?.text ?? '');
  const reset = (password: string) => members.post('reset-password', { token, password });
  const twice = await Promise.all([reset('tides and swells'), reset('tides and swells')]);
  expect(twice).toMatchObject([{ status: 200 }, { status: 200 }]);
  for (const reply of twice)
    expect((await members.get('profile', { token: signedIn(reply).token })).status).toBe(200);
});

test('no link that was mailed before a password was chosen anew signs in after it', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  const first = tokenOf((await members.sink?.received(1))?.text ?? '');
  await members.post('resend-verification', { email: 'zoe@example.org' });
  const second = tokenOf((await members.sink?.received(2))?.text ?? '');
  await members.post('forgot-password', { email: 'zoe@example.org' });
  const token = tokenOf((await members.sink?.received(3))?.text ?? '');
  const reset = await members.post('reset-password', { token, password: 'tides and swells' });
  expect(reset).toMatchObject({ status: 200, data: { user: { email_verified: true } } });
  for (const link of [first, second])
    expect(await members.post('verify-email', { token: link })).toMatchObject({
      status: 422,
      code: 'token_used',
    });
});

test('a forgotten password can be chosen anew within an hour only', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  await members.sink?.received(1);
  await members.post('forgot-password', { email: 'zoe@example.org' });
  const token = tokenOf((await members.sink?.received(2))?.text ?? '');
  members.web.clock.advance(HOUR_MS);
  const late = await members.post('reset-password', { token, password: 'tides and swells' });
  expect(late).toMatchObject({ status: 422, code: 'token_expired' });
});

test('asking for a mail is answered alike for everybody, and only members and newcomers get one', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  await members.sink?.received(1);
  for (const endpoint of ['forgot-password', 'resend-verification']) {
    const known = await members.post(endpoint, { email: 'zoe@example.org' });
    const unknown = await members.post(endpoint, { email: 'stranger@example.org' });
    expect({ ...unknown, headers: null }).toEqual({ ...known, headers: null });
    expect(unknown.status).toBe(200);
  }
  await members.sink?.received(3);
  const owed = members.web.services.db.selectFrom('mail_spool').select('id');
  await expect.poll(() => owed.execute()).toEqual([]);
  expect(members.sink?.mails.map(({ to }) => to[0])).toEqual(Array(3).fill('zoe@example.org'));
});

test('one mailbox is written to five times an hour on request, however it is spelt; the reply stays the same', async () => {
  await using members = await startMembers({ mail: true });
  const spellings = ['zoe@example.org', 'ZOE@example.org', 'zoe@example\u3002org', 'zoe@\uFF45xample.org'];
  const owed = () => members.web.services.db.selectFrom('mail_spool').select('id').execute();
  await members.post('register', registration('zoe'));
  await members.sink?.received(1);
  const ask = async (count: number) => {
    const email = spellings[count % spellings.length];
    const reply = await members.post('forgot-password', { email }, { address: `192.0.2.${count}` });
    await expect.poll(owed).toEqual([]);
    return reply;
  };
  for (let count = 0; count < 6; count++)
    expect(await ask(count)).toMatchObject({ status: 200, data: { emailSent: true } });
  expect(members.sink?.mails).toHaveLength(6);
  // A registration is answered as ever, and past its own count of them it waits without a mail.
  for (let count = 0; count < 5; count++) {
    const registered = await members.post('register', registration('zoe'));
    expect(registered).toMatchObject({ status: 200, data: { emailSent: true, token: null } });
  }
  expect(await members.web.services.db.selectFrom('users').select('id').execute()).toHaveLength(6);
  await members.sink?.received(10);
  await expect.poll(owed).toEqual([]);
  expect(members.sink?.mails).toHaveLength(10);
  members.web.clock.advance(HOUR_MS);
  await ask(0);
  expect(members.sink?.mails).toHaveLength(11);
});

test('nobody uses up a member’s mails for a new password by mails that are not written, or by registrations', async () => {
  await using members = await startMembers({ mail: true });
  const owed = () => members.web.services.db.selectFrom('mail_spool').select('id').execute();
  await members.post('register', registration('zoe'));
  const first = await members.sink?.received(1);
  await members.post('verify-email', { token: tokenOf(first?.text ?? '') });
  const email = 'zoe@example.org';
  // The address is proven: there is nothing to send again, and nothing that counts.
  for (let count = 0; count < 6; count++) {
    await members.post('resend-verification', { email });
    await expect.poll(owed).toEqual([]);
  }
  expect(members.sink?.mails).toHaveLength(1);
  for (let count = 0; count < 6; count++) await members.post('register', registration('stranger', email));
  await members.sink?.received(5);
  await expect.poll(owed).toEqual([]);
  expect(members.sink?.mails).toHaveLength(5);
  await members.post('forgot-password', { email });
  expect((await members.sink?.received(6))?.text).toContain('/reset-password?token=');
});

test('what follows a + makes no other mailbox where mails are counted', async () => {
  await using members = await startMembers({ mail: true });
  for (let count = 0; count < 12; count++) {
    const body = registration(`member${count}`, `zoe+${count}@example.org`);
    expect(await members.post('register', body, { address: `192.0.2.${count}` })).toMatchObject({
      status: 200,
      data: { emailSent: true },
    });
  }
  const again = { email: 'zoe+11@example.org' };
  expect((await members.post('resend-verification', again)).status).toBe(200);
  await expect
    .poll(() => members.web.services.db.selectFrom('mail_spool').select('id').execute())
    .toEqual([]);
  expect(members.sink?.mails).toHaveLength(5);
});

test('the whole station writes to 200 new addresses an hour; past that a registration is told to wait', async () => {
  await using members = await startMembers({ mail: true, logLevel: 'warn' });
  await members.post('register', registration('zoe'));
  const join = (at: number) =>
    members.post('register', registration(`member${at}`), { address: `192.0.${at >> 6}.${at & 63}` });
  for (let at = 1; at < 200; at++) expect((await join(at)).status).toBe(200);
  const refused = await join(200);
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect(members.web.errors.filter((line) => line.includes('the station has reached a limit'))).toHaveLength(
    1,
  );
  await members.sink?.received(200);
  for (const asked of ['resend-verification', 'forgot-password'])
    expect((await members.post(asked, { email: 'zoe@example.org' })).status).toBe(200);
  await expect
    .poll(() => members.web.services.db.selectFrom('mail_spool').select('id').execute())
    .toEqual([]);
  expect(members.sink?.mails).toHaveLength(200);
  members.web.clock.advance(HOUR_MS);
  expect((await join(201)).status).toBe(200);
});

test('a mail that a server put off counts once, and goes out past the station’s limit', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  const { services } = members.web;
  const { resend } = accountMailComposers({ ...services, origin: services.settings.origin });
  const owed = {
    id: 'm',
    kind: 'resend',
    userId: null,
    payload: { emailFolded: 'zoe@example.org' },
    language: 'fr',
    createdMs: 0,
  } as const;
  const mails: unknown[] = [];
  for (let attempts = 0; attempts < 250; attempts++) mails.push(await resend?.({ ...owed, attempts }));
  expect(mails.filter((mail) => mail === null)).toEqual([]);
  expect((await members.post('register', registration('ben'))).status).toBe(200);
});

test('a mail that waits for a server that is away counts once, and keeps its link', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  await members.sink?.received(1);
  const { services, clock } = members.web;
  const composers = accountMailComposers({ ...services, origin: services.settings.origin });
  const written = async (kind: 'resend' | 'reset', id: string) => {
    const payload = { emailFolded: 'zoe@example.org' };
    const mail = composers[kind]?.({
      id,
      kind,
      userId: null,
      payload,
      language: 'fr',
      createdMs: 0,
      attempts: 0,
    });
    return (await mail) ?? null;
  };
  const texts = new Set<string | undefined>();
  for (let tries = 0; tries < 250; tries++) {
    texts.add((await written('resend', 'first'))?.text);
    texts.add((await written('reset', 'second'))?.text);
  }
  expect(texts.size).toBe(2);
  const [first = '', second = ''] = [...texts].map((text) => tokenOf(text ?? ''));
  expect(await services.db.selectFrom('email_tokens').select('user_id').execute()).toHaveLength(3);
  // The station's limit is as good as new, and the mailbox gets four more of each.
  expect((await members.post('register', registration('ben'))).status).toBe(200);
  await members.sink?.received(2);
  await expect.poll(() => services.db.selectFrom('mail_spool').select('id').execute()).toEqual([]);
  const more = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => written('reset', id)));
  expect(more.filter((mail) => mail === null)).toHaveLength(1);
  // What is written anew works from then on for as long as a new link.
  clock.advance(HOUR_MS - 1);
  expect(tokenOf((await written('reset', 'second'))?.text ?? '')).toBe(second);
  clock.advance(HOUR_MS - 1);
  const reset = await members.post('reset-password', { token: second, password: 'tides and swells' });
  expect(reset.status).toBe(200);
  expect(await members.post('verify-email', { token: first })).toMatchObject({ code: 'token_used' });
  expect(tokenOf((await written('reset', 'second'))?.text ?? '')).not.toBe(second);
});

test('who is refused counts against nobody else’s mailbox', async () => {
  await using members = await startMembers({ mail: true });
  const ask = (email: string, address: string) => members.post('forgot-password', { email }, { address });
  for (let count = 0; count < 30; count++)
    expect((await ask(`m${count}@example.net`, '192.0.2.9')).status).toBe(200);
  for (let count = 0; count < 5; count++)
    expect((await ask('zoe@example.org', '192.0.2.9')).status).toBe(429);
  await members.post('register', registration('zoe'), { address: '192.0.2.10' });
  expect((await members.sink?.received(1))?.to).toEqual(['zoe@example.org']);
});

test('while the mail server is down a registration succeeds, and its mail goes out later', async () => {
  const port = await freePort();
  await using members = await startMembers({
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'radio@example.org' },
  });
  const registered = await members.post('register', registration('zoe'));
  expect(registered).toMatchObject({ status: 200, data: { emailSent: true } });
  const warned = () => members.web.services.db.selectFrom('mail_spool').select('due_ms').execute();
  expect(await warned()).toHaveLength(1);

  await using back = await startSmtpSink({ port });
  // Attempts are made in real time, the waits between them pass by hand.
  const passing = setInterval(() => members.web.clock.advance(15_000), 20);
  const mail = await back.received(1).finally(() => clearInterval(passing));
  expect((await members.post('verify-email', { token: tokenOf(mail.text) })).status).toBe(200);
});

test('a mailbox that is not there costs nobody else their mail', async () => {
  const refuse = (address: string) => (address.startsWith('gone') ? 550 : 0);
  await using members = await startMembers({ mail: true, refuse });
  await members.post('register', registration('gone'));
  await members.post('register', registration('zoe'));
  expect((await members.sink?.received(1))?.to).toEqual(['zoe@example.org']);
});

test('a registration that nobody confirms for a week is forgotten', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  // A link that is made later works for longer, and a week that passes meanwhile ends what the database is asked.
  const { db } = members.web.services;
  await members.sink?.received(1);
  await expect.poll(() => db.selectFrom('mail_spool').select('id').execute()).toEqual([]);
  const login = () => members.post('login', { email: 'zoe@example.org', password: PASSWORD });
  await members.web.letPass(7 * 24 * HOUR_MS - 1_000);
  expect((await login()).code).toBe('email_not_verified');
  members.web.clock.advance(HOUR_MS);
  await expect.poll(async () => (await login()).code).toBe('invalid_credentials');
});

test.each([
  [true, 'Zoé'],
  [false, null],
])('the farewell to an address that was proven (%s) greets by the name: %s', async (isProven, name) => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  const mail = await members.sink?.received(1);
  const { token, user } = signedIn(await members.post('verify-email', { token: tokenOf(mail?.text ?? '') }));
  const { db } = members.web.services;
  // As after an account was opened while the station sent no mail.
  if (!isProven)
    await db.updateTable('users').set({ email_verified_ms: null }).where('id', '=', user.id).execute();
  await members.remove('profile', { password: PASSWORD }, { token });
  const farewell = await members.sink?.received(2);
  expect(farewell?.to).toEqual(['zoe@example.org']);
  expect(farewell?.text.includes('Zoé') ? 'Zoé' : null).toBe(name);
});

test('without MAIL_FROM a mail comes from the association as station.yaml has it by then', async () => {
  await using sink = await startSmtpSink();
  await using web = await startWeb({
    environment: { SMTP_URL: sink.url },
    station: { name: 'Plage', association: { name: 'Plage' } },
  });
  const register = (username: string) =>
    web.call(
      'register',
      {},
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(registration(username)),
      },
    );
  await register('zoe');
  expect((await sink.received(1)).headers.get('from')).toBe('Plage <noreply@localhost>');
  const station = web.services.station();
  Object.assign(station, { name: 'Vague' });
  Object.assign(station.association, { email: 'contact@example.org' });
  await register('max');
  expect((await sink.received(2)).headers.get('from')).toBe('Vague <contact@example.org>');
});

test('without SMTP mails that wait for more than three days go within the hour, which is told in one line', async () => {
  await using members = await startMembers({ logLevel: 'error' });
  const { clock, services, errors } = members.web;
  const { db } = services;
  const order = (kind: string, ageMs: number) =>
    orderMail(db, clock.nowMs() - ageMs, {
      kind,
      userId: null,
      payload: {},
      language: 'fr',
      dedupeKey: null,
    });
  for (const kind of ['one', 'two']) await order(kind, GIVE_UP_AFTER_MS - HOUR_MS + 1);
  await order('in time', GIVE_UP_AFTER_MS - HOUR_MS);
  const waiting = async () => {
    const rows = await db.selectFrom('mail_spool').select('kind').orderBy('created_ms').execute();
    return rows.map(({ kind }) => kind);
  };
  expect(await waiting()).toHaveLength(3);
  clock.advance(HOUR_MS);
  await expect.poll(waiting).toEqual(['in time']);
  await expect
    .poll(() => errors.map((line) => JSON.parse(line)))
    .toMatchObject([{ mails: 2, msg: expect.stringContaining('could not send mails for three days') }]);
});
