import { expect, test } from 'vitest';
import { createToken, hashToken } from '#src/members/session/secret-token.server.ts';
import { isOwnToken, readSignInReturn } from './read-sign-in-return.ts';

const read = (query: string) => readSignInReturn(new URLSearchParams(query));

test('a success brings a token, and what waits for it', () => {
  const player = 'https://player.example.org/dance';
  const query = new URLSearchParams({
    apple_auth: 'success',
    token: 't',
    user: '{}',
    theme: 'dark',
    redirect: player,
  });
  expect(readSignInReturn(query)).toEqual({
    provider: 'apple',
    outcome: { token: 't' },
    isCleared: false,
    theme: 'dark',
    redirect: `?${new URLSearchParams({ redirect: player })}`,
  });
});

test.each([
  ['google_auth=error&auth_error=provider_unavailable', 'provider_unavailable'],
  ['google_auth=error&auth_error=sign_in_cancelled&token=t', 'sign_in_cancelled'],
  ['google_auth=error&auth_error=%3Cscript%3E', 'credential_invalid'],
  ['google_auth=error&auth_error=constructor', 'credential_invalid'],
  ['google_auth=error', 'credential_invalid'],
  ['google_auth=success', 'credential_invalid'],
  ['google_auth=success&token=', 'credential_invalid'],
  ['google_auth=yes&token=t', 'credential_invalid'],
  ['google_auth=error&apple_auth=success&token=t', 'credential_invalid'],
])('what is no success says why: %s', (query, failed) => {
  expect(read(query)).toEqual({
    provider: 'google',
    outcome: { failed },
    isCleared: false,
    theme: null,
    redirect: '',
  });
});

test.each(['', 'token=t', 'facebook_auth=success&token=t'])('anything else is none: %s', (query) => {
  expect(read(query)).toBeNull();
});

/** A page that has these cookies; what it writes takes their place. */
const page = (cookie: string, protocol = 'http:') => ({
  document: { cookie },
  location: { protocol },
  crypto: globalThis.crypto,
});

test('the browser that got a token knows it again, once', async () => {
  for (let times = 0; times < 20; times++) {
    const token = createToken();
    const mine = page(`a=b; onde-return=${hashToken(token)}; c=d`);
    expect(await isOwnToken(mine, token)).toBe(true);
    expect(mine.document.cookie).toBe('onde-return=; Max-Age=0; Path=/; SameSite=Lax');
    expect(await isOwnToken(mine, token)).toBe(false);
  }
});

test('another token, no cookie and a site that is not secure prove nothing', async () => {
  const token = createToken();
  const cookie = `onde-return=${hashToken(token)}`;
  expect(await isOwnToken(page(cookie), createToken())).toBe(false);
  expect(await isOwnToken(page(`not-${cookie}`), token)).toBe(false);
  expect(await isOwnToken(page(''), token)).toBe(false);
  expect(await isOwnToken({ ...page(cookie), crypto: {} }, token)).toBe(false);
});

test('on a secure site only the site’s own cookie proves anything: other hosts of the domain set none', async () => {
  const token = createToken();
  const secure = (name: string) => page(`${name}=${hashToken(token)}`, 'https:');
  expect(await isOwnToken(secure('onde-return'), token)).toBe(false);
  expect(await isOwnToken(secure('__Host-onde-return'), token)).toBe(true);
});
