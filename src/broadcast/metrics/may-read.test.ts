import { expect, test } from 'vitest';
import { mayReadMetrics } from './may-read.ts';

function reads(
  token: string | null,
  headers: Record<string, string> = {},
  remoteAddress: string | undefined = '127.0.0.1',
): boolean {
  return mayReadMetrics({ headers, socket: { remoteAddress } }, token);
}

test('[W165] without METRICS_TOKEN this machine alone reads the metrics', () => {
  expect(reads(null)).toBe(true);
  expect(reads(null, {}, '::1')).toBe(true);
  expect(reads(null, {}, '::ffff:127.0.0.1')).toBe(true);
  for (const address of ['192.168.1.5', '203.0.113.7', '::ffff:203.0.113.7', 'fe80::1', ''])
    expect(reads(null, {}, address)).toBe(false);
});

test('[W165] a request that came through a proxy is not of this machine, whatever the header says', () => {
  for (const name of ['x-forwarded-for', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'])
    expect(reads(null, { [name]: '127.0.0.1' })).toBe(false);
});

test('[W165] a page that a browser of this machine shows does not read them, wherever its name leads', () => {
  const asked = (host: string) => reads(null, { host });
  for (const host of ['localhost:8080', '127.0.0.1:8080', '127.0.1.1', '[::1]:8080', 'radio-server:8080'])
    expect([host, asked(host)]).toEqual([host, true]);
  for (const host of [
    'evil.example:8080',
    'radio.example.org',
    '127.0.0.1.evil.example',
    '192.168.1.5:8080',
    '',
  ])
    expect([host, asked(host)]).toEqual([host, false]);
  expect(reads('s3cret', { host: 'radio.example.org', authorization: 'Bearer s3cret' })).toBe(true);
});

test('[W165] with METRICS_TOKEN whoever brings it reads, from anywhere, and nobody else', () => {
  const bearer = (token: string) => ({ authorization: token });
  expect(reads('s3cret', bearer('Bearer s3cret'), '203.0.113.7')).toBe(true);
  expect(reads('s3cret', { ...bearer('bearer s3cret'), 'x-forwarded-for': '203.0.113.7' })).toBe(true);
  for (const given of ['Bearer s3cre', 'Bearer s3cret2', 'Basic s3cret', 'Bearer', 's3cret', ''])
    expect(reads('s3cret', bearer(given))).toBe(false);
  expect(reads('s3cret')).toBe(false);
});
