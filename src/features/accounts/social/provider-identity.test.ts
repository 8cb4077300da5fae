import { expect, test } from 'vitest';
import { identityOf } from './provider-identity.server.ts';

const APPLE = { provider: 'apple', issuer: 'https://appleid.example' } as const;
const named = (firstName: string, lastName: string) => {
  const identity = identityOf(APPLE, { sub: 'a-1' }, { firstName, lastName });
  return [identity?.firstName, identity?.lastName];
};

test('names from a browser are kept as the forms keep them, and none that the forms refuse', () => {
  expect(named(' Zoe\u0301 ', 'D\u202eurand\n')).toEqual(['Zoé', 'Durand']);
  expect(named('Z', '')).toEqual([null, null]);
  expect(named('x'.repeat(101), 'Durand')).toEqual([null, 'Durand']);
});

test('a name that nobody writes is not even looked at [A73]', () => {
  expect(named(`Zoé${' '.repeat(997)}`, `Durand${' '.repeat(994)}`)).toEqual(['Zoé', 'Durand']);
  expect(named(`Zoé${' '.repeat(998)}`, `Durand${'\u0301\u0323'.repeat(20_000)}`)).toEqual([null, null]);
});
