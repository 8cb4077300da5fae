import { expect, test } from 'vitest';
import { LIST_HEADER_MAX } from '#src/contract/limits.ts';
import { entityTag, namesEtag } from './entity-tag.ts';

test('the same bytes have the same tag, others another', () => {
  expect(entityTag('é')).toBe(entityTag(new TextEncoder().encode('é')));
  expect(entityTag('é')).not.toBe(entityTag('e'));
  expect(entityTag('')).toMatch(/^"[\w-]{22}"$/);
});

test.each([
  ['"a1"', '"a1"'],
  ['W/"a1"', 'W/"a1"'],
  ['"a1"', 'W/"a1"'],
  ['W/"a1"', '"a1"'],
  [' "b2" ,W/"a1"', '"a1"'],
  [' * ', 'W/"a1"'],
])('a client that has %s is known to have %s', (known, etag) => {
  expect(namesEtag(known, etag)).toBe(true);
});

test.each([
  ['"b2"', '"a1"'],
  ['', '"a1"'],
  ['a1', '"a1"'],
  ['"a1', '"a1"'],
  ['"*"', '"a1"'],
  ['w/"a1"', '"a1"'],
])('a client that has %s is not taken to have %s', (known, etag) => {
  expect(namesEtag(known, etag)).toBe(false);
});

test('[W266] a list that is too long to be read names no tag', () => {
  const list = (length: number) => '"a1"'.padStart(length, ',');
  expect(namesEtag(list(LIST_HEADER_MAX), '"a1"')).toBe(true);
  expect(namesEtag(list(LIST_HEADER_MAX + 1), '"a1"')).toBe(false);
});
