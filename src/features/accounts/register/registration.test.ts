import { describe, expect, test, vi } from 'vitest';
import { testBrowser } from '#src/page/browser/testing/test-browser.ts';
import { LEA } from '#src/page/session/testing/lea.ts';
import { checkRegistration, EMPTY_REGISTRATION, makeDeviceId, register } from './registration.ts';

const GOOD = {
  firstName: 'Léa',
  lastName: 'Martin',
  username: 'lea_m',
  email: 'lea@example.org',
  password: 'marée haute',
  again: 'marée haute',
};
const brokenBy = (change: object) =>
  Object.fromEntries(
    Object.entries(checkRegistration({ ...GOOD, ...change })).filter(([, problem]) => problem !== null),
  );

test('a good registration breaks no rule, with a username or without', () => {
  expect(brokenBy({})).toEqual({});
  expect(brokenBy({ username: '' })).toEqual({});
  expect(brokenBy({ username: '  ' })).toEqual({});
});

test('each field has its own rule', () => {
  expect(brokenBy({ firstName: 'L' })).toEqual({ firstName: 'first_name_too_short' });
  expect(brokenBy({ lastName: ' M ' })).toEqual({ lastName: 'last_name_too_short' });
  expect(brokenBy({ username: 'le' })).toEqual({ username: 'username_too_short' });
  expect(brokenBy({ email: 'lea.example.org' })).toEqual({ email: 'email_invalid' });
  expect(brokenBy({ password: '1234567', again: '1234567' })).toEqual({ password: 'password_too_short' });
  expect(brokenBy({ again: 'marée basse' })).toEqual({ again: 'passwords_differ' });
});

test('a password is the same however its letters are composed', () => {
  const password = 'marée haute';
  expect(brokenBy({ password, again: password.normalize('NFD') })).toEqual({});
});

test('an empty form breaks the rules of all that is needed', () => {
  const broken = checkRegistration(EMPTY_REGISTRATION);
  expect(
    Object.entries(broken)
      .filter(([, problem]) => problem)
      .map(([name]) => name),
  ).toEqual(['firstName', 'lastName', 'email', 'password']);
});

const FACTS = { userAgent: 'Mozilla/5.0', language: 'fr-FR', platform: 'Linux x86_64' };

test('a browser has the same id every time, and another one another', () => {
  expect(makeDeviceId(FACTS)).toBe(makeDeviceId({ ...FACTS }));
  expect(makeDeviceId({ ...FACTS, language: 'de-DE' })).not.toBe(makeDeviceId(FACTS));
});

test('an id has the form that the server takes', () => {
  expect(makeDeviceId(FACTS)).toMatch(/^dev_[A-Za-z0-9_-]{1,64}$/);
});

describe('a registration', () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const cutOff = async () => new Response('<h1>504</h1>', { status: 504 });
  const taken = async () => Response.json({ success: false, code: 'username_taken' }, { status: 409 });
  const tooShort = async () => Response.json({ success: false, code: 'validation_failed' }, { status: 422 });
  const signedIn = async () => Response.json({ success: true, data: { user: LEA, token: 'a' } });

  /** Sends it once for each answer that registrations get, and notes what was called. */
  async function sendAll(answers: (() => Promise<Response>)[], login: () => Promise<Response>) {
    const called: (string | null)[] = [];
    vi.stubGlobal('fetch', (address: string) => {
      const endpoint = new URL(address, 'http://onde.example').searchParams.get('endpoint');
      called.push(endpoint);
      return endpoint === 'login' ? login() : (answers.shift() ?? lost)();
    });
    const tries = { isLost: false };
    const account = { ...GOOD, clientPreferences: {}, act: false };
    const ends: string[] = [];
    while (answers.length > 0)
      ends.push(
        await register(testBrowser(), account, 'fr', tries).then(
          ({ user }) => user?.id ?? 'nobody',
          ({ code }) => code,
        ),
      );
    return { called, ends };
  }

  test.each([lost, cutOff])('whose answer got lost has the account that it opened [A142]', async (answer) => {
    expect((await sendAll([answer], signedIn)).ends).toEqual([LEA.id]);
  });

  test('that is sent again after that is not told that its own name is taken [A142]', async () => {
    let isReachable = false;
    const login = () => (isReachable ? signedIn() : lost());
    const takenLater = () => {
      isReachable = true;
      return taken();
    };
    expect((await sendAll([lost, takenLater], login)).ends).toEqual(['no_answer', LEA.id]);
  });

  test('that is refused is so, and logs nobody in', async () => {
    const { ends, called } = await sendAll([taken, lost, tooShort], lost);
    expect(ends).toEqual(['username_taken', 'no_answer', 'validation_failed']);
    expect(called).toEqual(['register', 'register', 'login', 'register']);
  });
});
