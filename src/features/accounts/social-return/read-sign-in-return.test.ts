import { expect, test } from 'vitest';
import { readSignInReturn } from './read-sign-in-return.ts';

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
