import { expect, test } from 'vitest';
import { isSameSecret } from './same-secret.ts';

test('one secret is right, and nothing that is like it', () => {
  expect(isSameSecret('geheim', 'geheim')).toBe(true);
  for (const given of ['', 'Geheim', 'geheim ', 'geheimnis', 'g'])
    expect(isSameSecret(given, 'geheim')).toBe(false);
});
