import { expect, test } from 'vitest';
import { LIST_HEADER_MAX } from '#src/contract/limits.ts';
import { acceptedEncoding } from './accepted-encoding.ts';

test('a browser gets the best encoding that it accepts', () => {
  expect(acceptedEncoding('gzip, deflate, br, zstd')).toBe('br');
  expect(acceptedEncoding('gzip;q=1.0, identity;q=0.5')).toBe('gzip');
  expect(acceptedEncoding('*')).toBe('br');
});

test('what a client refuses or does not know is not sent', () => {
  expect(acceptedEncoding('br;q=0, gzip')).toBe('gzip');
  expect(acceptedEncoding('br;q=0.0, *;q=0')).toBeNull();
  expect(acceptedEncoding('deflate')).toBeNull();
  expect(acceptedEncoding(null)).toBeNull();
  expect(acceptedEncoding('br'.padEnd(LIST_HEADER_MAX + 1, ','))).toBeNull();
});
