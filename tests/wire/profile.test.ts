import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { mailQueue } from '#src/db/mail-queue.ts';
import { createLinkToken } from '#src/features/accounts/mail-links/email-link.server.ts';
import { changeUser } from '#src/members/account/user-row.server.ts';
import { freePort } from '../support/free-port.ts';
import { PASSWORD, registration, signedIn, startMembers, tokenOf } from '../support/start-members.ts';

const NAMES = { firstName: 'Zoé', lastName: 'Durand' };

test.each([
  ['GET', 'profile', undefined],
  ['PUT', 'profile', JSON.stringify(NAMES)],
  ['PUT', 'profile', '{}'],
  ['PUT', 'profile', '{"firstName":7}'],
  ['PUT', 'profile', 'no JSON'],
  ['DELETE', 'profile', undefined],
  ['GET', 'export', undefined],
  ['POST', 'logout', 'no JSON'],
  ['GET', 'sessions', undefined],
  ['POST', 'sessions', undefined],
  ['DELETE', 'sessions', undefined],
  ['GET', 'preferences', undefined],
  ['POST', 'preferences', '{"preferences":{"volume":7}}'],
  ['DELETE', 'preferences', undefined],
  ['POST', 'update-pseudo', '{}'],
  ['GET', 'favorites&action=count', undefined],
])(
  'a guest, and a dead token, get 401 from %s %s, whatever they send: %s',
  async (method, endpoint, sent) => {
    await using members = await startMembers();
    const body = sent === undefined ? {} : { body: sent };
    for (const authorization of [undefined, 'Bearer nobody', 'Basic eDp5', 'Bearer ']) {
      const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) };
      const reply = await members.web.fetch(`/api-proxy.php?endpoint=${endpoint}`, {
        method,
        headers,
        ...body,
      });
      expect(reply.status).toBe(401);
      expect(await reply.json()).toMatchObject({ success: false, code: 'authentication_required' });
    }
  },
);

test('a member changes the names, cleaned of what no name holds, and keeps the username when none is given', async () => {
  await using members = await startMembers();
  const { user, token } = await members.join('zoe');
  const change = { firstName: ' Anne\t Marie ', lastName: 'Łoś', pseudo: '' };
  const changed = await members.post('profile', change, { token, query: { _method: 'PUT' } });
  const expected = { ...user, first_name: 'Anne Marie', last_name: 'Łoś' };
  expect(changed).toMatchObject({ status: 200, data: expected });
  expect((await members.get('profile', { token })).data).toEqual(expected);
});

test.each([
  [{ firstName: 'Z' }, { firstName: 'first_name_too_short' }],
  [{ lastName: '  ' }, { lastName: 'last_name_too_short' }],
  [{ pseudo: 'ab' }, { pseudo: 'username_length' }],
  [{ pseudo: 'x'.repeat(51) }, { pseudo: 'username_length' }],
  [{ pseudo: 'é è à' }, { pseudo: 'username_characters' }],
])('a change that breaks a rule changes nothing: %j', async (change, fields) => {
  await using members = await startMembers();
  const { user, token } = await members.join('zoe');
  const query = { _method: 'PUT' };
  const refused = await members.post('profile', { ...NAMES, firstName: 'Anne', ...change }, { token, query });
  expect(refused).toMatchObject({ status: 422, fields });
  expect((await members.get('profile', { token })).data).toEqual(user);
});

test('e-mail, id and what else is not the member’s to change stay, whatever is sent', async () => {
  await using members = await startMembers();
  const { user, token } = await members.join('zoe');
  const query = { _method: 'PUT' };
  const more = {
    email: 'new@example.org',
    id: 'x',
    email_verified: true,
    role: 'admin',
    password: 'y'.repeat(9),
  };
  const changed = await members.post('profile', { ...NAMES, ...more }, { token, query });
  expect(changed.data).toEqual(user);
  expect((await members.post('login', { email: 'zoe@example.org', password: PASSWORD })).status).toBe(200);
});

test('a username that somebody has is refused wherever it is chosen; the own one in another case is not', async () => {
  await using members = await startMembers();
  await members.join('Yann');
  const { user, token } = await members.join('zoe');
  const query = { _method: 'PUT' };
  const taken = { status: 409, code: 'username_taken', fields: { pseudo: 'username_taken' } };
  expect(await members.post('profile', { ...NAMES, pseudo: 'yANN' }, { token, query })).toMatchObject(taken);
  const chosen = await members.post('update-pseudo', { user_id: user.id, pseudo: 'YANN' }, { token });
  expect(chosen).toMatchObject(taken);
  const own = await members.post('update-pseudo', { user_id: user.id, pseudo: 'Zoe' }, { token });
  expect(own).toMatchObject({ status: 200, data: { pseudo: 'Zoe' } });
});

test('a member takes another username ten times an hour, by whichever call; the same one counts nothing', async () => {
  await using members = await startMembers();
  await members.join('taken');
  const { token, user } = await members.join('zoe');
  const update = (pseudo: string) => members.post('update-pseudo', { user_id: user.id, pseudo }, { token });
  const put = (pseudo: string) =>
    members.post('profile', { ...NAMES, pseudo }, { token, query: { _method: 'PUT' } });
  for (let count = 0; count < 12; count++) {
    expect([(await update('zoe')).status, (await put('zoe')).status]).toEqual([200, 200]);
    expect([(await update('taken')).code, (await put('taken')).code]).toEqual(
      Array(2).fill('username_taken'),
    );
  }
  for (let count = 0; count < 5; count++) {
    expect((await update(`zoe_${count}`)).status).toBe(200);
    expect((await put(`zoe${count}`)).status).toBe(200);
  }
  for (const refused of [await update('another'), await put('another')])
    expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect((await put('')).status).toBe(200);
  expect((await put('zoe4')).status).toBe(200);
  members.web.clock.advance(3_600_000);
  expect((await update('another')).data).toMatchObject({ pseudo: 'another' });
});

test('of two members that choose one username at the same instant exactly one gets it', async () => {
  await using members = await startMembers();
  const rivals = [
    await members.join(null, { email: 'a@example.org' }),
    await members.join(null, { email: 'b@example.org' }),
  ];
  const replies = await Promise.all(
    rivals.map(({ user, token }) =>
      members.post('update-pseudo', { user_id: user.id, pseudo: 'zoe' }, { token }),
    ),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('an account that goes between the check of its token and a change is refused as a guest', async () => {
  await using members = await startMembers();
  const { user, token } = await members.join('zoe');
  const { db } = members.web.services;
  await members.remove('profile', { password: PASSWORD }, { token });
  await expect(changeUser(db, user.id, { first_name: 'Anne' })).rejects.toMatchObject({
    code: 'authentication_required',
    status: 401,
  });
});

test('nobody chooses a username for somebody else', async () => {
  await using members = await startMembers();
  const victim = await members.join('yann');
  const { token } = await members.join('zoe');
  const body = { user_id: victim.user.id, pseudo: 'fool' };
  expect(await members.post('update-pseudo', body, { token })).toMatchObject({
    status: 403,
    code: 'forbidden',
  });
  // Nor learns which rules a username has to keep [W9].
  for (const user_id of [victim.user.id, 7])
    expect(await members.post('update-pseudo', { user_id, pseudo: 'a' }, { token })).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  expect((await members.post('update-pseudo', body)).status).toBe(401);
  const { user_id: _, ...nobody } = body;
  expect((await members.post('update-pseudo', nobody, { token })).status).toBe(422);
  const oddly = { user_id: true, pseudo: 'abc' };
  expect(await members.post('update-pseudo', oddly, { token })).toMatchObject({
    status: 400,
    code: 'malformed_body',
  });
  expect((await members.get('profile', { token: victim.token })).data).toEqual(victim.user);
});

test('a name check tells guests and members whether a name is free, the owner that it is', async () => {
  await using members = await startMembers();
  const { token } = await members.join('Zoe');
  const check = (username: string, how = {}) => members.post('check-pseudo', { pseudo: username }, how);
  expect(await check('yann')).toMatchObject({ status: 200, available: true, data: { available: true } });
  expect(await check('zOe')).toMatchObject({ status: 200, available: false, data: { available: false } });
  // As a telephone's keyboard leaves it.
  expect(await check('zOe ')).toMatchObject({ status: 200, available: false });
  expect((await check('zoe', { token })).available).toBe(true);
  expect((await check('zoe', { token: 'dead' })).available).toBe(false);
  expect(await check('z e')).toMatchObject({ status: 422, fields: { pseudo: 'username_characters' } });
  expect(await members.post('check-pseudo', {})).toMatchObject({
    status: 422,
    fields: { pseudo: 'required' },
  });
});

test('one address may check 120 names a minute', async () => {
  await using members = await startMembers();
  const check = () => members.post('check-pseudo', { pseudo: 'yann' }, { address: '192.0.2.1' });
  for (let count = 0; count < 120; count++) expect((await check()).status).toBe(200);
  expect((await check()).status).toBe(429);
});

test('a member who deletes the account needs the password, and nothing of it is left', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  const token = tokenOf((await members.sink?.received(1))?.text ?? '');
  const verified = await members.post('verify-email', { token });
  const session = JSON.parse(JSON.stringify(verified.data)).token;
  const { db } = members.web.services;
  await addFavorites(members, JSON.parse(JSON.stringify(verified.data)).user.id);

  const query = { _method: 'DELETE' };
  const wrong = await members.post('profile', { password: 'not it at all' }, { token: session, query });
  expect(wrong).toMatchObject({ status: 403, code: 'wrong_password' });
  const none = await members.post('profile', undefined, { token: session, query });
  expect(none).toMatchObject({ status: 422, fields: { password: 'required' } });
  expect((await members.get('profile', { token: session })).status).toBe(200);

  const gone = await members.post(
    'profile',
    { password: PASSWORD },
    { token: session, query, language: 'it' },
  );
  expect(gone).toMatchObject({ status: 200, success: true });
  const mail = await members.sink?.received(2);
  expect(mail?.to).toEqual(['zoe@example.org']);
  expect(mail?.headers.get('subject')).toBe('Il tuo account Onde è stato eliminato');
  expect((await members.get('profile', { token: session })).status).toBe(401);
  expect((await members.get('user-favorites', { query: { pseudo: 'zoe' } })).status).toBe(404);
  for (const table of [
    'users',
    'sessions',
    'email_tokens',
    'preferences',
    'favorite_tracks',
    'favorite_artists',
  ] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  await expect.poll(() => db.selectFrom('mail_spool').selectAll().execute()).toEqual([]);
  expect((await members.post('check-pseudo', { pseudo: 'zoe' })).available).toBe(true);
});

test.skipIf(process.env.ONDE_TEST_ENGINE === 'postgres').each([true, false])(
  'an address that was deleted is in none of the database’s files, with mail: %s',
  async (mail) => {
    await using members = await startMembers({ mail });
    const { db } = members.web.services;
    const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db);
    const path = rows[0]?.file ?? '';
    const isKept = async () => {
      const files = await Promise.all([path, `${path}-wal`].map((file) => readFile(file, 'latin1')));
      return files.map((text) => text.includes('zoe@example.org') || text.includes('Durand'));
    };
    const registered = await members.post('register', registration('zoe'));
    const joined = mail
      ? await members.post('verify-email', { token: tokenOf((await members.sink?.received(1))?.text ?? '') })
      : registered;
    expect(await isKept()).toContain(true);
    const { token } = signedIn(joined);
    expect((await members.remove('profile', { password: PASSWORD }, { token })).status).toBe(200);
    // The mail that tells of it is the last to know the address, until it has gone out.
    if (mail) {
      await expect.poll(() => db.selectFrom('mail_spool').select('id').execute()).toEqual([]);
      members.web.clock.advance(3_600_000);
    }
    await expect.poll(isKept).toEqual([false, false]);
  },
);

test('somebody with a borrowed session cannot try passwords for ever', async () => {
  await using members = await startMembers();
  const { token } = await members.join('zoe');
  for (let count = 0; count < 10; count++)
    expect((await members.remove('profile', { password: `guess ${count}` }, { token })).status).toBe(403);
  expect((await members.remove('profile', { password: PASSWORD }, { token })).status).toBe(429);
});

test('a member without a password (signed in elsewhere) deletes the account without one', async () => {
  await using members = await startMembers();
  const { token } = await members.join('zoe');
  await members.web.services.db.updateTable('users').set({ password_hash: null }).execute();
  expect((await members.remove('profile', undefined, { token })).status).toBe(200);
  expect((await members.get('profile', { token })).status).toBe(401);
});

test.each([
  ['with a password', PASSWORD],
  ['without one', null],
])(
  'a deletion that is sent twice at once, %s, is one: of the second the session is dead',
  async (_, password) => {
    await using members = await startMembers({ mail: true });
    await members.post('register', registration('zoe'));
    const link = tokenOf((await members.sink?.received(1))?.text ?? '');
    const { token } = signedIn(await members.post('verify-email', { token: link }));
    if (password === null)
      await members.web.services.db.updateTable('users').set({ password_hash: null }).execute();
    const sent = () => members.remove('profile', password === null ? undefined : { password }, { token });
    const answers = await Promise.all([sent(), sent(), sent()]);
    expect(answers.map(({ status, code }) => code ?? status).sort()).toEqual([
      200,
      'authentication_required',
      'authentication_required',
    ]);
    // One mail tells of it: the next is another's.
    await members.sink?.received(2);
    await members.post('register', registration('yann'));
    expect((await members.sink?.received(3))?.to).toEqual(['yann@example.org']);
    expect(members.sink?.mails[1]?.to).toEqual(['zoe@example.org']);
  },
);

test('a member takes everything that is kept along, as a file', async () => {
  await using members = await startMembers();
  await members.join('yann');
  const { user, token } = await members.join('zoe');
  await addFavorites(members, user.id);
  const reply = await members.get('export', { token });
  expect(reply.headers.get('content-disposition')).toBe('attachment; filename="zoe.json"');
  expect(reply).toMatchObject({
    status: 200,
    success: true,
    data: {
      exported_at: '2026-11-21T11:00:00.000Z',
      user,
      sessions: [{ device: '', created_at: '2026-11-21T11:00:00.000Z' }],
      preferences: { preferences: { language: 'de', favoriteStreamId: 'club' }, device: 'dev_1a2b' },
      favorites: {
        tracks: [{ full_title: 'Éole - Marée' }],
        artists: [{ artist_name: 'Éole' }],
      },
    },
  });
  expect(Object.keys(Object(Reflect.get(Object(reply.data?.sessions), 0))).toSorted()).toEqual([
    'created_at',
    'device',
    'expires_at',
    'id',
    'last_used_at',
    'proven_at',
    'signed_in_at',
  ]);
  const text = JSON.stringify(reply.data);
  expect(text).not.toMatch(/argon2|password|token|yann/i);
});

test('a member downloads everything ten times an hour', async () => {
  await using members = await startMembers();
  const { token } = await members.join('zoe');
  const other = await members.join('yann');
  for (let count = 0; count < 10; count++) expect((await members.get('export', { token })).status).toBe(200);
  expect(await members.get('export', { token })).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect((await members.get('export', { token: other.token })).status).toBe(200);
  members.web.clock.advance(3_600_000);
  expect((await members.get('export', { token })).status).toBe(200);
});

test('a member may call 200 times at once and 20 times a second, from however many places', async () => {
  await using members = await startMembers();
  const { token } = await members.join('zoe');
  const second = signedIn(await members.post('login', { email: 'zoe@example.org', password: PASSWORD }));
  const answered = async (count: number) => {
    const calls = Array.from({ length: count }, (_, at) =>
      members.get('sessions', { token: at % 2 ? token : second.token, address: `192.0.2.${at % 250}` }),
    );
    return (await Promise.all(calls)).filter(({ status }) => status === 200).length;
  };
  expect(await answered(300)).toBe(200);
  members.web.clock.advance(1_000);
  expect(await answered(50)).toBe(20);
  const refused = await members.post('preferences', 'no body at all', { token });
  expect(refused).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(refused.headers.get('retry-after')).toBe('1');
  const { token: others } = await members.join('yann');
  expect((await members.get('sessions', { token: others })).status).toBe(200);
});

async function addFavorites(
  members: Awaited<ReturnType<typeof startMembers>>,
  userId: string,
): Promise<void> {
  const { db } = members.web.services;
  const song = await db
    .insertInto('songs')
    .values({
      full_title: 'Éole - Marée',
      folded: 'eole - maree',
      artist: 'Éole',
      artist_folded: 'eole',
      title: 'Marée',
      slug: 'eole-maree',
      added_ms: 1,
      first_played_ms: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('favorite_tracks').values({ user_id: userId, song_id: song.id, added_ms: 2 }).execute();
  await db
    .insertInto('favorite_artists')
    .values({ user_id: userId, artist_folded: 'eole', artist_name: 'Éole', added_ms: 3 })
    .execute();
}

test('a member changes the password by the present one; the other sessions and old links end [A96]', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  const link = tokenOf((await members.sink?.received(1))?.text ?? '');
  const { token } = signedIn(await members.post('verify-email', { token: link }));
  const login = (password: string) => members.post('login', { email: 'zoe@example.org', password });
  const { token: other } = signedIn(await login(PASSWORD));
  await members.post('forgot-password', { email: 'zoe@example.org' });
  const forgotten = tokenOf((await members.sink?.received(2))?.text ?? '');
  const change = (current: string, password: string) =>
    members.post('change-password', { current, password }, { token });
  expect(await change('not mine at all', 'a new one at last')).toMatchObject({
    status: 403,
    code: 'wrong_password',
  });
  expect((await change(PASSWORD, 'short')).fields).toEqual({ password: 'password_too_short' });
  expect((await change(PASSWORD, 'password1')).fields).toEqual({ password: 'password_common' });
  // Rules of fields come before what only the endpoint can tell, and use up no try [W9].
  for (let count = 0; count < 12; count++)
    expect((await change('wrong', 'password1')).fields).toEqual({ password: 'password_common' });
  expect((await change(PASSWORD, 'a new one at last')).status).toBe(200);
  expect((await members.sink?.received(3))?.headers.get('subject')).toContain('password');
  expect((await members.get('profile', { token })).status).toBe(200);
  expect((await members.get('profile', { token: other })).status).toBe(401);
  const reset = await members.post('reset-password', { token: forgotten, password: PASSWORD });
  expect(reset.code).toBe('token_invalid');
  expect([(await login(PASSWORD)).status, (await login('a new one at last')).status]).toEqual([401, 200]);
  expect((await members.post('change-password', { current: 'x', password: 'y' })).status).toBe(401);
});

test('a change of password whose answer was lost is sent again, and is done [A96]', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  const link = tokenOf((await members.sink?.received(1))?.text ?? '');
  const { token } = signedIn(await members.post('verify-email', { token: link }));
  const change = (password: string) =>
    members.post('change-password', { current: PASSWORD, password }, { token });
  expect((await change('a new one at last')).status).toBe(200);
  const login = await members.post('login', { email: 'zoe@example.org', password: 'a new one at last' });
  expect((await change('a new one at last')).status).toBe(200);
  // Nothing is changed twice: the sessions since then stay, and a third mail does not come.
  expect((await members.get('profile', { token: signedIn(login).token })).status).toBe(200);
  expect((await change('yet another one')).code).toBe('wrong_password');
  await members.post('forgot-password', { email: 'zoe@example.org' });
  expect((await members.sink?.received(3))?.text).toContain('token=');
});

test('a change of password that is sent twice at once is done, and once [A96]', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  const link = tokenOf((await members.sink?.received(1))?.text ?? '');
  const { token } = signedIn(await members.post('verify-email', { token: link }));
  const change = (password: string) =>
    members.post('change-password', { current: PASSWORD, password }, { token });
  const same = await Promise.all([change('a new one at last'), change('a new one at last')]);
  expect(same.map(({ code, status }) => code ?? status)).toEqual([200, 200]);
  await members.post('register', registration('yann'));
  expect((await members.sink?.received(3))?.to).toEqual(['yann@example.org']);
  expect(members.sink?.mails[1]?.headers.get('subject')).toContain('password');
});

test('a guessed present password is counted like a failed login, and so is one that is guessed as the new one', async () => {
  await using members = await startMembers();
  const { token } = await members.join('zoe');
  const change = (password = 'a new one at last') =>
    members.post('change-password', { current: 'a guess', password }, { token });
  for (let count = 0; count < 5; count++) expect((await change()).status).toBe(403);
  // Ten passwords have been tried: the eleventh says nothing, be it the right one.
  expect((await change(PASSWORD)).status).toBe(429);
  const other = { token, address: '198.51.100.7' };
  const deletion = () =>
    members.post('profile', { password: 'wrong' }, { ...other, query: { _method: 'DELETE' } });
  for (let count = 0; count < 9; count++) expect((await deletion()).status).toBe(403);
  const last = await members.post('change-password', { current: 'a guess', password: PASSWORD }, other);
  expect(last.status).toBe(429);
});

test('the present password as the new one ends the other sessions, and no mail says that it has changed [A96]', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  const link = tokenOf((await members.sink?.received(1))?.text ?? '');
  const { token } = signedIn(await members.post('verify-email', { token: link }));
  const { db } = members.web.services;
  const hash = () => db.selectFrom('users').select('password_hash').executeTakeFirst();
  const before = await hash();
  const login = await members.post('login', { email: 'zoe@example.org', password: PASSWORD });
  const same = { current: PASSWORD, password: PASSWORD };
  expect((await members.post('change-password', same, { token })).status).toBe(200);
  expect((await members.get('profile', { token: signedIn(login).token })).status).toBe(401);
  expect(await hash()).toEqual(before);
  await members.post('forgot-password', { email: 'zoe@example.org' });
  expect((await members.sink?.received(2))?.text).toContain('token=');
});

test('mails about changes of the password that wait are one, which tells of the last', async () => {
  const environment = { SMTP_URL: `smtp://127.0.0.1:${await freePort()}`, MAIL_FROM: 'radio@example.org' };
  await using members = await startMembers({ environment });
  await members.post('register', registration('zoe'));
  const { db, clock } = members.web.services;
  const { id: userId } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const linkFor = (purpose: 'validate' | 'reset') =>
    createLinkToken(db, { userId, purpose, nowMs: clock.nowMs() });
  const verified = await members.post('verify-email', {
    token: await linkFor('validate'),
    password: PASSWORD,
  });
  const { token } = signedIn(verified);
  const change = (current: string, password: string) =>
    members.post('change-password', { current, password }, { token });
  expect((await change(PASSWORD, 'a new one at last')).status).toBe(200);
  const owed = db.selectFrom('mail_spool').select(['id', 'payload']).where('kind', '=', 'password-changed');
  const [first] = await owed.execute();
  members.web.clock.setWallClock(clock.nowMs() + 60_000);
  expect((await change('a new one at last', 'tides and swells')).status).toBe(200);
  const told = [{ id: expect.any(String), payload: JSON.stringify({ atMs: clock.nowMs() }) }];
  expect(await owed.execute()).toEqual(told);
  // As where it goes out while the password changes again.
  await mailQueue(db).remove(first?.id ?? '');
  expect(await owed.execute()).toEqual(told);
  const reset = { token: await linkFor('reset'), password: 'yet another one' };
  expect((await members.post('reset-password', reset)).status).toBe(200);
  expect(await owed.execute()).toHaveLength(1);
});

test('a right password that is asked for counts as at the login, wherever it is asked for [W35]', async () => {
  await using members = await startMembers();
  const { token } = await members.join('zoe');
  const at = (address: string) => ({ token, address });
  const same = { current: PASSWORD, password: PASSWORD };
  for (let count = 0; count < 20; count++)
    expect((await members.post('change-password', same, at('192.0.2.1'))).status).toBe(200);
  const unlink = (address: string) =>
    members.remove('sign-in-ways', { password: PASSWORD }, { ...at(address), query: { provider: 'google' } });
  for (let count = 0; count < 10; count++) expect((await unlink('192.0.2.1')).status).toBe(200);
  expect((await unlink('192.0.2.1')).status).toBe(429);
  expect((await members.post('change-password', same, at('192.0.2.1'))).status).toBe(429);
  const login = (address: string) =>
    members.post('login', { email: 'zoe@example.org', password: PASSWORD }, { address });
  expect((await login('192.0.2.1')).status).toBe(429);
  expect((await unlink('192.0.2.2')).status).toBe(200);
  expect((await login('192.0.2.3')).status).toBe(200);
  members.web.clock.advance(15 * 60_000);
  expect((await members.post('change-password', same, at('192.0.2.1'))).status).toBe(200);
});

test('a provider is unlinked by who has a password, which ends whoever else came that way [A96]', async () => {
  await using members = await startMembers();
  const { user, token } = await members.join('zoe');
  const { db } = members.web.services;
  const linked = { provider: 'google', issuer: 'i', user_id: user.id, linked_ms: 0 } as const;
  await db
    .insertInto('provider_identities')
    .values({ ...linked, subject: 'g-1' })
    .execute();
  const { token: other } = signedIn(
    await members.post('login', { email: 'zoe@example.org', password: PASSWORD }),
  );
  const unlink = (provider: string, body: object = { password: PASSWORD }) =>
    members.remove('sign-in-ways', body, { token, query: { provider } });
  expect((await unlink('facebook')).status).toBe(400);
  // A session may be a borrowed one.
  expect(await unlink('google', {})).toMatchObject({ status: 422, fields: { password: 'required' } });
  expect(await unlink('google', { password: 'a guess' })).toMatchObject({
    status: 403,
    code: 'wrong_password',
  });
  expect((await unlink('google')).status).toBe(200);
  expect((await members.get('sign-in-ways', { token })).data).toEqual({ password: true, providers: [] });
  expect((await members.get('profile', { token: other })).status).toBe(401);
  await db
    .insertInto('provider_identities')
    .values({ ...linked, subject: 'g-2' })
    .execute();
  await db.updateTable('users').set({ password_hash: null }).execute();
  expect(await unlink('google')).toMatchObject({ status: 403, code: 'forbidden' });
});
