import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#src/contract/durations.ts';
import { insertWaiting } from '#src/features/accounts/registrations/waiting-registration.server.ts';
import { areWaiting, isPostgres } from '../support/locks.ts';
import {
  PASSWORD,
  registration,
  signedIn,
  startMembers,
  type TestMembers,
  tokenOf,
} from '../support/start-members.ts';

describe('without mail', () => {
  test('whoever registers is signed in at once, with what the browser had chosen', async () => {
    await using members = await startMembers();
    const reply = await members.post('register', { ...registration('Zoe_98'), email: ' Zoe@Example.org ' });
    expect(reply).toMatchObject({
      status: 200,
      success: true,
      data: {
        emailSent: false,
        user: {
          email: 'Zoe@Example.org',
          first_name: 'Zoé',
          last_name: 'Durand',
          pseudo: 'Zoe_98',
          profile_picture: '',
          created_at: '2026-11-21T11:00:00.000Z',
          email_verified: false,
        },
      },
    });
    const { user, token } = signedIn(reply);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect((await members.get('profile', { token })).data).toEqual(user);
    expect((await members.get('preferences', { token })).data).toMatchObject({
      preferences: {
        volume: 0.5,
        language: 'de',
        theme: 'dark',
        lastStreamId: 'club',
        favoriteStreamId: 'club',
      },
      saved: ['language', 'theme', 'lastStreamId', 'favoriteStreamId'],
    });
  });

  test('a username may wait: missing, null or blank', async () => {
    await using members = await startMembers();
    const { pseudo: _, ...nameless } = registration(null, 'a@example.org');
    expect((await members.post('register', nameless)).data).toMatchObject({ user: { pseudo: null } });
    const blank = { ...nameless, pseudo: '', email: 'b@example.org' };
    expect((await members.post('register', blank)).data).toMatchObject({ user: { pseudo: null } });
    const spaces = { ...nameless, pseudo: '  ', email: 'd@example.org' };
    expect((await members.post('register', spaces)).data).toMatchObject({ user: { pseudo: null } });
    const none = { ...nameless, pseudo: null, email: 'c@example.org', clientPreferences: undefined };
    expect((await members.post('register', none)).data).toMatchObject({ user: { pseudo: null } });
  });

  test.each(['ZOE@EXAMPLE.ORG', 'zoe@example\u3002org', 'zoe@\uFF45xample.org'])(
    'a known mailbox is refused as %s too, since nobody could be written to',
    async (email) => {
      await using members = await startMembers();
      await members.join('zoe');
      const again = await members.post('register', registration('other', email));
      expect(again).toMatchObject({ status: 409, code: 'email_taken', fields: { email: 'email_taken' } });
      expect((await members.post('login', { email, password: PASSWORD })).status).toBe(200);
    },
  );

  test('of those that register one username at the same instant exactly one gets it', async () => {
    await using members = await startMembers();
    const replies = await Promise.all(
      ['a', 'b', 'c'].map((name) => members.post('register', registration('zoe', `${name}@example.org`))),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    for (const { status, code, error } of replies) {
      if (status === 200) continue;
      expect([code, error]).toEqual(['username_taken', 'This username is already taken']);
    }
  });

  test('choices that the station does not offer count as none', async () => {
    await using members = await startMembers();
    const clientPreferences = { language: 'xx', streamId: 'polka', theme: 'pink', device: 'dev_<script>' };
    const { token } = await members.join('zoe', { clientPreferences });
    expect((await members.get('preferences', { token })).data?.saved).toEqual([]);
  });
});

describe('a registration that breaks a rule', () => {
  let shared: TestMembers;
  beforeAll(async () => {
    shared = await startMembers();
  });
  afterAll(() => shared[Symbol.asyncDispose]());

  test.each([
    ['firstName', 'Z', 'first_name_too_short'],
    ['firstName', 'x'.repeat(101), 'name_too_long'],
    ['lastName', ' D ', 'last_name_too_short'],
    ['pseudo', 'ab', 'username_too_short'],
    ['pseudo', 'x'.repeat(51), 'username_too_long'],
    ['pseudo', 'Zoé', 'username_characters'],
    ['pseudo', 'a b c', 'username_characters'],
    ['email', 'example.org', 'email_invalid'],
    ['email', '@', 'email_invalid'],
    ['password', '1234567', 'password_too_short'],
    ['password', 'Password1', 'password_common'],
    ['firstName', undefined, 'required'],
    ['email', undefined, 'required'],
    ['password', undefined, 'required'],
  ])('%s %j is refused: %s', async (field, value, code) => {
    const reply = await shared.post('register', { ...registration('zoe'), [field]: value });
    expect(reply).toMatchObject({ status: 422, code: 'validation_failed', fields: { [field]: code } });
    expect((await shared.post('check-pseudo', { pseudo: 'zoe' })).available).toBe(true);
  });

  test.each([
    ['no JSON', '{"firstName":', 400, 'malformed_body'],
    ['no object', '[]', 400, 'malformed_body'],
    ['a number for a text', JSON.stringify({ ...registration('zoe'), firstName: 7 }), 400, 'malformed_body'],
    ['an object for a text', JSON.stringify({ ...registration('zoe'), email: {} }), 400, 'malformed_body'],
    [
      'null for a password',
      JSON.stringify({ ...registration('zoe'), password: null }),
      400,
      'malformed_body',
    ],
    [
      'a text for the choices',
      JSON.stringify({ ...registration('zoe'), clientPreferences: 'x' }),
      400,
      'malformed_body',
    ],
    [
      'too much',
      JSON.stringify({ ...registration('zoe'), lastName: 'x'.repeat(65_536) }),
      413,
      'body_too_large',
    ],
  ])('%s is refused', async (_, body, status, code) => {
    expect(await shared.post('register', body)).toMatchObject({ status, code });
  });
});

describe.each([true, false])('with mail: %s', (mail) => {
  test('every broken rule is told at once', async () => {
    await using members = await startMembers({ mail });
    const reply = await members.post('register', { firstName: '', email: 'x', password: '1', pseudo: 'é é' });
    expect(reply.fields).toEqual({
      firstName: 'first_name_too_short',
      lastName: 'required',
      pseudo: 'username_characters',
      email: 'email_invalid',
      password: 'password_too_short',
    });
  });

  test('a username is unique without case, and some are nobody’s', async () => {
    await using members = await startMembers({ mail });
    await members.post('register', registration('Zoe'));
    if (mail)
      await members.post('verify-email', { token: tokenOf((await members.sink?.received(1))?.text ?? '') });
    for (const username of ['zOE', 'Admin']) {
      const taken = await members.post('register', registration(username, 'other@example.org'));
      expect(taken).toMatchObject({
        status: 409,
        code: 'username_taken',
        error: 'This username is already taken',
        fields: { pseudo: 'username_taken' },
      });
    }
  });

  test.each(['a@example.org.', '\uFF41@example.org', 'a@example..org', 'a@127.1', `a@${'ä'.repeat(245)}.fr`])(
    '%s is no mailbox',
    async (email) => {
      await using members = await startMembers({ mail });
      const refused = { status: 422, code: 'validation_failed', fields: { email: 'email_invalid' } };
      expect(await members.post('register', registration('zoe', email))).toMatchObject(refused);
      expect(await members.post('forgot-password', { email })).toMatchObject(refused);
      const long = `${'x'.repeat(60_000)}@example.org`;
      expect(await members.post('login', { email: long, password: PASSWORD })).toMatchObject(refused);
    },
  );

  test('fields that are none of the form’s change nothing', async () => {
    await using members = await startMembers({ mail });
    const reply = await members.post('register', {
      ...registration('zoe'),
      id: 'mine',
      email_verified: true,
      role: 'admin',
      profile_picture: 'https://evil.example/x.png',
      activated_ms: 1,
      created_at: '1999-01-01',
    });
    expect(reply.data?.user).toMatchObject({ email_verified: false, profile_picture: '' });
    expect(reply.data?.user).not.toMatchObject({ id: 'mine' });
    expect(Object.keys(Object(reply.data?.user)).sort()).toEqual([
      'created_at',
      'email',
      'email_verified',
      'first_name',
      'id',
      'last_name',
      'profile_picture',
      'pseudo',
    ]);
  });
});

test('one address may register a hundred in an hour', async () => {
  await using members = await startMembers();
  // What breaks a rule of a field uses up nothing [W9].
  for (const wrong of [{ password: 'password' }, { email: 'zoe@192.0.2.7' }])
    for (let count = 0; count < 60; count++) {
      const reply = await members.post(
        'register',
        { ...registration('zoe'), ...wrong },
        { address: '192.0.2.1' },
      );
      expect(reply.status).toBe(422);
    }
  const early = { ...registration('zoe'), pseudo: 'admin' };
  for (let count = 0; count < 100; count++)
    expect((await members.post('register', early, { address: '192.0.2.1' })).status).toBe(409);
  const limited = await members.post('register', early, { address: '192.0.2.1' });
  expect(limited).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(3_500);
  expect((await members.post('register', early, { address: '192.0.2.2' })).status).toBe(409);
  const hinted = await members.web.call(
    'register',
    {},
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': '192.0.2.1',
        'x-user-ip': '198.51.100.9',
      },
      body: JSON.stringify(early),
    },
  );
  expect(hinted.status).toBe(429);
});

test('the same words make the password whichever way they are typed', async () => {
  await using members = await startMembers();
  await members.join('zoe', { password: PASSWORD.normalize('NFC') });
  const login = { email: 'zoe@example.org', password: PASSWORD.normalize('NFD') };
  expect((await members.post('login', login)).status).toBe(200);
});

test('a registration that becomes a member is not removed as one too many at that moment', async () => {
  await using members = await startMembers({ mail: true });
  const { db } = members.web.services;
  await members.post('register', registration('zoe'));
  const first = await db.selectFrom('users').selectAll().executeTakeFirstOrThrow();
  const later = Array.from({ length: 20 }, (_, at) => ({
    ...first,
    id: `later-${at}`,
    created_ms: first.created_ms + 1 + at,
  }));
  const [newest, ...others] = later.reverse();
  if (newest === undefined) throw new Error('none');
  await db.insertInto('users').values(others).execute();
  const tokens = others.map(({ id }) => ({
    token_hash: id,
    user_id: id,
    purpose: 'validate' as const,
    // Old ones are swept at the start of a server, which goes on beside this.
    expires_ms: first.created_ms + DAY_MS,
  }));
  await db.insertInto('email_tokens').values(tokens).execute();
  const adding = Promise.withResolvers<void>();
  const activation = db.transaction().execute(async (trx) => {
    await trx.updateTable('users').set({ activated_ms: 1 }).where('id', '=', first.id).execute();
    adding.resolve(db.transaction().execute((other) => insertWaiting(other, newest)));
    // PostgreSQL has the other one wait for this row.
    if (isPostgres) await areWaiting(db, 1);
  });
  await activation;
  await adding.promise;
  expect((await db.selectFrom('users').select('id').where('id', '=', first.id).execute()).length).toBe(1);
});
