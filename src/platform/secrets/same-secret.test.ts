import { expect, test } from 'vitest';
import { isSameSecret } from './same-secret.ts';

test('one secret is right, and nothing that is like it', () => {
  expect(isSameSecret('geheim', 'geheim')).toBe(true);
  for (const given of ['', 'Geheim', 'geheim ', 'geheimnis', 'g'])
    expect(isSameSecret(given, 'geheim')).toBe(false);
});

test('a signature counts by its bytes, and one of another length does not', () => {
  const right = Buffer.alloc(32, 7);
  expect(isSameSecret(Buffer.alloc(32, 7), right)).toBe(true);
  for (const given of [Buffer.alloc(32), Buffer.alloc(31, 7), Buffer.alloc(0)])
    expect(isSameSecret(given, right)).toBe(false);
});
