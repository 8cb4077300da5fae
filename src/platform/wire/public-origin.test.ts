import { expect, test } from 'vitest';
import { isPublicOrigin } from './public-origin.ts';

test.each([
  ['https://radio.onde.fr', true],
  ['https://test.radio', true],
  ['http://203.0.113.7:8080', true],
  ['http://localhost:8080', false],
  ['http://127.0.0.1:8080', false],
  ['http://[::1]:8080', false],
  ['http://192.168.1.20', false],
  ['http://radio:8080', false],
  ['http://radio.local', false],
  ['https://radio.example.org', false],
])('%s is of the public network: %s', (origin, expected) => {
  expect(isPublicOrigin(origin)).toBe(expected);
});
