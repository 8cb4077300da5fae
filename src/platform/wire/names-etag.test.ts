import { expect, test } from 'vitest';
import { namesEtag } from './names-etag.ts';

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
