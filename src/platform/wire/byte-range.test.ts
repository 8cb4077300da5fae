import { expect, test } from 'vitest';
import { parseRange } from './byte-range.ts';

test('a player that asks for a part gets it, cut to the file', () => {
  expect(parseRange('bytes=0-99', 1000)).toEqual({ start: 0, end: 99 });
  expect(parseRange('bytes=900-', 1000)).toEqual({ start: 900, end: 999 });
  expect(parseRange('bytes=900-5000', 1000)).toEqual({ start: 900, end: 999 });
  expect(parseRange('bytes=-100', 1000)).toEqual({ start: 900, end: 999 });
  expect(parseRange('bytes=-5000', 1000)).toEqual({ start: 0, end: 999 });
});

test('a part behind the end is unsatisfiable', () => {
  expect(parseRange('bytes=1000-', 1000)).toBe('unsatisfiable');
  expect(parseRange('bytes=-0', 1000)).toBe('unsatisfiable');
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
});

test('what is no single range of bytes is answered with the whole file', () => {
  for (const header of [
    null,
    '',
    'bytes=',
    'bytes=-',
    'bytes=5-4',
    'bytes=0-1,3-4',
    'lines=0-1',
    'bytes=a-b',
  ])
    expect(parseRange(header, 1000)).toBeNull();
});
