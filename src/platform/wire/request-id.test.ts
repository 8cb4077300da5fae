import { expect, test } from 'vitest';
import { createRequestId, requestIdOf } from './request-id.ts';

test.each([
  '4f1c2a9b77de40a1b6c5d4e3f2a1b0c9',
  '0191e5c2-7d3a-7b1e-8c4f-2a6b9d0e1f33',
  'Root=1-67',
  'short',
  '',
])('an id of a proxy is kept where it is one, and never a stranger’s: %s', (given) => {
  const isOne = /^[A-Za-z0-9._-]{8,}$/.test(given);
  expect(requestIdOf(given, true) === given).toBe(isOne);
  expect(requestIdOf(given, false)).toMatch(/^[0-9a-f]{12}$/);
});

test.each([
  null,
  undefined,
  ['a'.repeat(12), 'b'.repeat(12)],
  'x'.repeat(65),
  'id with space',
  '"}{"level":60',
  '-dash-first',
])('what no log should hold is not taken over: %s', (given) => {
  expect(requestIdOf(given, true)).toMatch(/^[0-9a-f]{12}$/);
});

test('each has another one', () => {
  expect(new Set(Array.from({ length: 1_000 }, createRequestId)).size).toBe(1_000);
});
