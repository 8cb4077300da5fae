import { SocketAddress } from 'node:net';
import { expect, test, vi } from 'vitest';
import { findPeer, plainAddress } from './peer-address.ts';
import { createProxyTrust, isNetwork } from './proxy-trust.ts';

const trust = (trustProxy: number, trustedProxies: string[] = []) =>
  createProxyTrust({ trustProxy, trustedProxies });
/** As the web process sees a request that our front door passes on. */
const frontDoor = (forwardedFor: string | null, trustProxy = 0, trustedProxies: string[] = []) =>
  findPeer({ socketAddress: null, forwardedFor }, trust(trustProxy, trustedProxies)).address;
const direct = (socketAddress: string, forwardedFor: string | null, trusted = trust(1)) =>
  findPeer({ socketAddress, forwardedFor }, trusted);

test('behind the front door alone, what it appended counts, not what the client sent before it', () => {
  expect(frontDoor('203.0.113.9')).toBe('203.0.113.9');
  expect(frontDoor('1.2.3.4, 203.0.113.9')).toBe('203.0.113.9');
  expect(frontDoor('1.2.3.4,5.6.7.8 , 2001:DB8::1')).toBe('2001:db8::1');
});

test('behind one trusted proxy, the entry that it appended counts', () => {
  expect(frontDoor('1.2.3.4, 203.0.113.9, 10.0.0.1', 1)).toBe('203.0.113.9');
  expect(frontDoor('1.2.3.4, 203.0.113.9, 10.0.0.2, 10.0.0.1', 2)).toBe('203.0.113.9');
});

test('a request that skips the trusted proxies is known by where it really comes from', () => {
  expect(frontDoor('203.0.113.9', 3)).toBe('203.0.113.9');
});

test('called directly, a claim in the header is not believed', () => {
  expect(direct('::ffff:198.51.100.7', '1.2.3.4', trust(0)).address).toBe('198.51.100.7');
  expect(direct('10.0.0.1', '1.2.3.4, 198.51.100.7').address).toBe('198.51.100.7');
});

test('beside the proxy the header counts for nothing: nobody but a trusted peer speaks for others', () => {
  expect(direct('198.51.100.7', '203.0.113.1').address).toBe('198.51.100.7');
  expect(frontDoor('203.0.113.1, 198.51.100.7', 1)).toBe('198.51.100.7');
  expect(frontDoor('203.0.113.1, 2001:db8::7', 1)).toBe('2001:db8::7');
  for (const peer of [
    '127.0.0.1',
    '::1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    'fd00::1',
    '::ffff:10.0.0.1',
  ])
    expect(direct(peer, '203.0.113.1').address).toBe('203.0.113.1');
  expect(direct('172.32.0.1', '203.0.113.1').address).toBe('172.32.0.1');
  expect(direct('172.32.0.1', '203.0.113.1').isDoubted).toBe(true);
  expect(direct('172.31.0.1', '6.6.6.6, 203.0.113.1').isDoubted).toBe(false);
  expect(direct('198.51.100.7', '203.0.113.1', trust(0)).isDoubted).toBe(false);
});

test('a proxy elsewhere counts once it is named, each of several in a row for itself', () => {
  const cdn = ['198.51.100.0/24', '2001:db8:cd::/48'];
  expect(frontDoor('203.0.113.1, 198.51.100.7', 1, cdn)).toBe('203.0.113.1');
  expect(frontDoor('203.0.113.1, 2001:db8:cd:1::7', 1, cdn)).toBe('203.0.113.1');
  expect(frontDoor('203.0.113.1, 198.51.100.7, 127.0.0.1', 2, cdn)).toBe('203.0.113.1');
  expect(frontDoor('203.0.113.1, 198.51.100.7, 127.0.0.1', 2)).toBe('198.51.100.7');
  expect(frontDoor('203.0.113.1, 198.51.100.7, 127.0.0.1', 1, cdn)).toBe('198.51.100.7');
});

test('this machine is who is connected from it and speaks for nobody, never a forwarded address', () => {
  expect(direct('127.0.0.1', null).isThisMachine).toBe(true);
  expect(direct('::ffff:127.0.0.1', null, trust(0)).isThisMachine).toBe(true);
  expect(direct('::1', null).isThisMachine).toBe(true);
  for (const claim of ['127.0.0.1', '::1', '[::1]:80', '::ffff:127.0.0.1', 'unknown', ''])
    expect(direct('127.0.0.1', claim).isThisMachine).toBe(false);
  expect(direct('198.51.100.7', '127.0.0.1').isThisMachine).toBe(false);
  expect(direct('127.0.0.88', null).isThisMachine).toBe(false);
});

test('ports, brackets, zones and nonsense do not get into the address', () => {
  expect(frontDoor('203.0.113.9:4711')).toBe('203.0.113.9');
  expect(frontDoor('[2001:db8::1]:443')).toBe('2001:db8::1');
  expect(frontDoor('[2001:db8::1]')).toBe('2001:db8::1');
  expect(frontDoor('[::ffff:203.0.113.9]:443')).toBe('203.0.113.9');
  expect(frontDoor('fe80::1%eth0')).toBe('fe80::1');
  expect(frontDoor('unknown, 10.0.0.1', 1)).toBe('10.0.0.1');
  expect(frontDoor(null)).toBe('0.0.0.0');
  for (const nonsense of ['<script>', '1', '0x7f.1', '[1]', '999.1.1.1', '[]:1', '1.2.3.4:99999'])
    expect(plainAddress(nonsense)).toBeNull();
});

test('a header full of entries costs no more than those that count', () => {
  const parse = vi.spyOn(SocketAddress, 'parse');
  const forwardedFor = '[],'.repeat(5_000);
  expect(direct('198.51.100.7', forwardedFor, trust(0)).address).toBe('198.51.100.7');
  expect(direct('10.0.0.1', `${forwardedFor}[2001:db8::1]:443`, trust(2)).address).toBe('2001:db8::1');
  expect(parse.mock.calls.length).toBeLessThan(10);
  parse.mockRestore();
});

test('a network is an address with or without the number of its bits, and never everybody', () => {
  for (const text of ['203.0.113.7', '203.0.113.0/24', '2001:db8::/32', '::1'])
    expect(isNetwork(text)).toBe(true);
  for (const text of [
    'nginx',
    '203.0.113.0/33',
    '0.0.0.0/0',
    '::/0',
    '2001:db8::/129',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    'fe80::1%eth0',
  ])
    expect(isNetwork(text)).toBe(false);
});
