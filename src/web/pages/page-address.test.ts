import { expect, test } from 'vitest';
import { decodablePath, pageQuery } from './page-address.ts';

test.each([
  ['/fr/dance', ''],
  ['/fr/dance?utm_source=x&fbclid=1', ''],
  ['/fr/dance/search?x=1&time=12%3A30&date=2026-11-21', '?date=2026-11-21&time=12%3A30'],
  ['/fr/dance/top20?week=2026-W40&week=2026-W41', '?week=2026-W40'],
  [
    '/fr/dance?redirect=https%3A%2F%2Fplayer.example.org%2F%3Fa%3D1',
    '?redirect=https%3A%2F%2Fplayer.example.org%2F%3Fa%3D1',
  ],
  ['/reset-password?token=abc&lang=de', '?lang=de&token=abc'],
  ['/status/?lang=de&time=12', '?lang=de'],
  ['/fr/dance?token=abc&lang=de', ''],
  ['/fr/dance?google_auth=success&token=abc&user=%7B%7D&redirect=https%3A%2F%2Fplayer.example.org', ''],
  ['/fr/dance?apple_auth=error&auth_error=sign_in_cancelled', ''],
  ['/player/dance?token=abc&user=%7B%7D', ''],
  ['/embed/dance?lang=de&theme=dark&x=1', '?lang=de&theme=dark'],
])('%s is rendered for %j', (address, query) => {
  expect(pageQuery(new URL(address, 'https://radio.example.org'))).toBe(query);
});

test.each(['/?utm_source=x', '/dance?x=1', '/FR/dance?x=1'])(
  '%s leads elsewhere, its query with it',
  (address) => {
    expect(pageQuery(new URL(address, 'https://radio.example.org'))).toMatch(/^\?/);
  },
);

test.each([
  ['/fr/dance', '/fr/dance'],
  ['/fr/dance/info-titre/%C3%A9t%C3%A9', '/fr/dance/info-titre/%C3%A9t%C3%A9'],
  ['/%ff', '/%25ff'],
  ['/fr/100%', '/fr/100%25'],
  ['/fr/%C3%A9/%E9', '/fr/%C3%A9/%25E9'],
])('%s is looked for as %s', (path, looked) => {
  expect(decodablePath(path)).toBe(looked);
  expect(() => decodeURI(decodablePath(path))).not.toThrow();
});
