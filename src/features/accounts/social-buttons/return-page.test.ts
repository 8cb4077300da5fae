import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepReturnPage, takeReturnPage } from './return-page.ts';

const ORIGIN = 'https://radio.example';
const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the page where a sign-in began is known once, for its own provider', () => {
  keepReturnPage('apple', '/fr/dance/page-top20.html?week=2026-W40');
  expect([...kept.keys()]).toEqual(['apple_auth_return_url']);
  expect(takeReturnPage('google', ORIGIN)).toBeNull();
  expect(takeReturnPage('apple', ORIGIN)).toBe('/fr/dance/page-top20.html?week=2026-W40');
  expect(takeReturnPage('apple', ORIGIN)).toBeNull();
});

test.each(['https://evil.test/', '//evil.test/x', '/\\evil.test', 'javascript:alert(1)', 'http://['])(
  'an address elsewhere is none: %s',
  (path) => {
    keepReturnPage('google', path);
    expect(takeReturnPage('google', ORIGIN)).toBeNull();
  },
);
