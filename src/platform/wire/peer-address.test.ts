import { expect, test } from 'vitest';
import { peerAddress } from './peer-address.ts';

const frontDoor = (forwardedFor: string | null, trustedProxies = 0) =>
  peerAddress({ socketAddress: null, forwardedFor, trustedProxies });

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
  expect(
    peerAddress({ socketAddress: '::ffff:198.51.100.7', forwardedFor: '1.2.3.4', trustedProxies: 0 }),
  ).toBe('198.51.100.7');
  expect(
    peerAddress({ socketAddress: '10.0.0.1', forwardedFor: '1.2.3.4, 198.51.100.7', trustedProxies: 1 }),
  ).toBe('198.51.100.7');
});

test('ports, brackets, zones and nonsense do not get into the address', () => {
  expect(frontDoor('203.0.113.9:4711')).toBe('203.0.113.9');
  expect(frontDoor('[2001:db8::1]:443')).toBe('2001:db8::1');
  expect(frontDoor('fe80::1%eth0')).toBe('fe80::1');
  expect(frontDoor('unknown, 10.0.0.1', 1)).toBe('10.0.0.1');
  expect(frontDoor(null)).toBe('0.0.0.0');
  expect(frontDoor('<script>')).toBe('0.0.0.0');
});
