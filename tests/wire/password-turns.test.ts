import { expect, test, vi } from 'vitest';
import type { PasswordGuard } from '#src/members/password/password-guard.server.ts';
import { CURRENT_COST, hashPassword } from '#src/members/password/password-hash.server.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { PASSWORD, signedIn, startMembers, type TestMembers } from '../support/start-members.ts';

const ZOE = { email: 'zoe@example.org', password: PASSWORD };
const NEW = 'tides and swells';

/** Keeps each answer about a password back until `release`, as a long line of others would. */
function holdAnswers(passwords: PasswordGuard) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const verify = passwords.verify.bind(passwords);
  const held = vi.spyOn(passwords, 'verify').mockImplementation(async (...asked) => {
    const answer = await verify(...asked);
    await promise;
    return answer;
  });
  return {
    asked: (times: number) => vi.waitFor(() => expect(held).toHaveBeenCalledTimes(times), PATIENT),
    release() {
      held.mockRestore();
      resolve();
    },
  };
}

/** As by the link of a mail: the new password is there, and no session is left. */
async function choosePassword({ web }: TestMembers, userId: string): Promise<void> {
  const { db } = web.services;
  const password_hash = await hashPassword(NEW, { memoryKib: 64, passes: 1, lanes: 1 });
  await db.updateTable('users').set({ password_hash }).where('id', '=', userId).execute();
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

test('a login that waits for its turn does not sign in by a password that was changed meanwhile [A42]', async () => {
  await using members = await startMembers();
  const { user } = await members.join('zoe');
  const held = holdAnswers(members.web.services.passwords);
  const login = members.post('login', ZOE);
  await held.asked(1);
  await choosePassword(members, user.id);
  held.release();
  expect(await login).toMatchObject({ status: 401, code: 'invalid_credentials' });
  expect(await members.web.services.db.selectFrom('sessions').select('id').execute()).toEqual([]);
  expect((await members.post('login', { ...ZOE, password: NEW })).status).toBe(200);
});

test('a login to an account that is deleted meanwhile is refused like any other', async () => {
  await using members = await startMembers();
  const { user } = await members.join('zoe');
  const held = holdAnswers(members.web.services.passwords);
  const login = members.post('login', ZOE);
  await held.asked(1);
  await members.web.services.db.deleteFrom('users').where('id', '=', user.id).execute();
  held.release();
  expect(await login).toMatchObject({ status: 401, code: 'invalid_credentials' });
});

test('two logins at once by a password that is stored at another cost both sign in', async () => {
  await using members = await startMembers();
  const { user } = await members.join('zoe');
  const { db, passwords } = members.web.services;
  const password_hash = await hashPassword(PASSWORD, CURRENT_COST);
  await db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute();
  const held = holdAnswers(passwords);
  const logins = [members.post('login', ZOE), members.post('login', ZOE)];
  await held.asked(2);
  held.release();
  for (const reply of await Promise.all(logins)) {
    const { token } = signedIn(reply);
    expect((await members.get('profile', { token })).status).toBe(200);
  }
});

test('of two who change the password at once one does, and the other is told that it is not theirs any more', async () => {
  await using members = await startMembers();
  const { token } = await members.join('zoe');
  const { token: other } = signedIn(await members.post('login', ZOE));
  const held = holdAnswers(members.web.services.passwords);
  const changes = [token, other].map((session) =>
    members.post('change-password', { current: PASSWORD, password: NEW }, { token: session }),
  );
  await held.asked(2);
  held.release();
  const statuses = (await Promise.all(changes)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 403]);
  const winner = statuses[0] === 200 ? token : other;
  expect((await members.get('profile', { token: winner })).status).toBe(200);
});

test.each(['change-password', 'profile'])(
  'who tried the old password at %s as it was changed does nothing more with it',
  async (endpoint) => {
    await using members = await startMembers();
    const { user, token } = await members.join('zoe');
    const held = holdAnswers(members.web.services.passwords);
    const call =
      endpoint === 'profile'
        ? members.remove('profile', { password: PASSWORD }, { token })
        : members.post('change-password', { current: PASSWORD, password: 'somebody else’s' }, { token });
    await held.asked(1);
    await choosePassword(members, user.id);
    held.release();
    expect(await call).toMatchObject({ status: 403, code: 'wrong_password' });
    expect((await members.post('login', { ...ZOE, password: NEW })).status).toBe(200);
  },
);
