import { expect, test } from 'vitest';
import { pictureSource } from './member-pictures.server.ts';

const GOOGLE = { provider: 'google', issuer: 'https://accounts.google.com' } as const;

test('Google’s pictures come from Google, in our size', () => {
  expect(pictureSource(GOOGLE, 'https://lh3.googleusercontent.com/a/ACg8oc=s96-c')).toEqual({
    url: new URL('https://lh3.googleusercontent.com/a/ACg8oc=s256-c'),
    isTrusted: false,
  });
  expect(pictureSource(GOOGLE, 'https://lh3.googleusercontent.com/a-/x')?.url.pathname).toBe('/a-/x');
});

test('a provider that the operator runs has its own', () => {
  const own = { provider: 'google', issuer: 'http://127.0.0.1:9000/realm' } as const;
  expect(pictureSource(own, 'http://127.0.0.1:9000/me.jpg')?.isTrusted).toBe(true);
});

test.each([
  'http://lh3.googleusercontent.com/a',
  'https://lh3.googleusercontent.com:8443/a',
  'https://me:secret@lh3.googleusercontent.com/a',
  'https://lh3.googleusercontent.com.evil.test/a',
  'https://evilgoogleusercontent.com/a',
  'https://googleusercontent.com@evil.test/a',
  'http://127.0.0.1:9000/me.jpg',
  'https://169.254.169.254/latest/meta-data',
  'file:///etc/passwd',
  'data:image/png;base64,AA==',
  '//lh3.googleusercontent.com/a',
  '',
])('nothing else is fetched: %s', (picture) => {
  expect(pictureSource(GOOGLE, picture)).toBeNull();
});

test('Apple has none', () => {
  const apple = { provider: 'apple', issuer: 'https://appleid.apple.com' } as const;
  expect(pictureSource(apple, 'https://lh3.googleusercontent.com/a')).toBeNull();
});
