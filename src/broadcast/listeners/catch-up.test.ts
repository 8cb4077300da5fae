import { expect, test } from 'vitest';
import { findPeer } from '#src/platform/wire/peer-address.ts';
import { createProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import { CatchUpPermits } from './catch-up.ts';

const NOBODY = createProxyTrust({ trustProxy: 0, trustedProxies: [] });
const PROXY = createProxyTrust({ trustProxy: 1, trustedProxies: [] });
/** Who is connected from an address. */
const from = (socketAddress: string) => findPeer({ socketAddress, forwardedFor: null }, NOBODY);

test('an address has eight permits, and gets them back once each', () => {
  const permits = new CatchUpPermits();
  const taken = Array.from({ length: 8 }, (_, at) => permits.take(from(`2001:db8::${at}`)));
  expect(taken).not.toContain(null);
  expect(permits.take(from('2001:db8::99'))).toBeNull();
  expect(permits.take(from('192.0.2.1'))).not.toBeNull();
  taken[0]?.[Symbol.dispose]();
  taken[0]?.[Symbol.dispose]();
  expect(permits.take(from('2001:db8::99'))).not.toBeNull();
  expect(permits.take(from('2001:db8::99'))).toBeNull();
});

test('a /48 has the permits of four addresses, and gets them back', () => {
  const permits = new CatchUpPermits();
  const take = (net: number) => permits.take(from(`2001:db8:1:${net}::1`));
  const taken = Array.from({ length: 32 }, (_, net) => take(net));
  expect(taken).not.toContain(null);
  expect(take(32)).toBeNull();
  expect(permits.take(from('2001:db8:2::1'))).not.toBeNull();
  taken[0]?.[Symbol.dispose]();
  expect(take(32)).not.toBeNull();
  expect(take(33)).toBeNull();
});

test('programs of the machine itself have no such limit, unlike whom a proxy there tells of', () => {
  const permits = new CatchUpPermits();
  const take = (forwardedFor: string | null) =>
    permits.take(findPeer({ socketAddress: '127.0.0.1', forwardedFor }, PROXY));
  expect(Array.from({ length: 40 }, () => take(null))).not.toContain(null);
  const told = Array.from({ length: 10 }, () => take('203.0.113.7'));
  expect(told.filter((permit) => permit !== null)).toHaveLength(8);
});
