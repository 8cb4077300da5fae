import { expect, test } from 'vitest';
import { findPeer } from '#src/platform/wire/peer-address.ts';
import { createProxyTrust } from '#src/platform/wire/proxy-trust.ts';
import { Admission } from './admission.ts';

const NOBODY = createProxyTrust({ trustProxy: 0, trustedProxies: [] });
const PROXY = createProxyTrust({ trustProxy: 1, trustedProxies: [] });
/** Who is connected from an address. */
const from = (socketAddress: string) => findPeer({ socketAddress, forwardedFor: null }, NOBODY);
const of = (streamMax: number, addressMax = 200) => new Admission({ streamMax, addressMax });

test('a stream takes as many as are allowed, another stream its own', () => {
  const admission = of(2);
  expect(admission.enter('dance', from('192.0.2.1'))).toBeNull();
  expect(admission.enter('dance', from('192.0.2.2'))).toBeNull();
  expect(admission.enter('dance', from('192.0.2.3'))).toBe('stream_full');
  expect(admission.enter('club', from('192.0.2.3'))).toBeNull();
});

test('a place that becomes free is given again', () => {
  const admission = of(1);
  admission.enter('dance', from('192.0.2.1'));
  admission.leave('dance', from('192.0.2.1'));
  expect(admission.enter('dance', from('192.0.2.2'))).toBeNull();
});

test('one address fills its places over all streams, the machine itself has no such limit', () => {
  const admission = of(10_000);
  for (let at = 0; at < 200; at += 1) {
    expect(admission.enter(at % 2 ? 'dance' : 'club', from('192.0.2.1'))).toBeNull();
    for (const loopback of ['127.0.0.1', '::1']) admission.enter('dance', from(loopback));
  }
  expect(admission.enter('hits', from('192.0.2.1'))).toBe('address_full');
  expect(admission.enter('hits', from('127.0.0.1'))).toBeNull();
  admission.leave('dance', from('192.0.2.1'));
  expect(admission.enter('hits', from('192.0.2.1'))).toBeNull();
});

test('who is refused takes no place', () => {
  const admission = of(1);
  admission.enter('dance', from('192.0.2.1'));
  for (let at = 0; at < 5; at += 1) admission.enter('dance', from('192.0.2.2'));
  admission.leave('dance', from('192.0.2.1'));
  expect(admission.enter('dance', from('192.0.2.3'))).toBeNull();
});

test('an IPv6 household is one address, and all households of a site together are four', () => {
  const admission = of(10_000, 5);
  const fill = (prefix: string, first = 0) =>
    Array.from({ length: 20 }, (_, at) =>
      admission.enter('dance', from(`${prefix}::${first + at + 1}`)),
    ).filter((refusal) => refusal === null).length;
  expect(fill('2001:db8:1:1')).toBe(5);
  expect([fill('2001:db8:1:2'), fill('2001:db8:1:3'), fill('2001:db8:1:4')]).toEqual([5, 5, 5]);
  expect(fill('2001:db8:1:5')).toBe(0);
  expect(fill('2001:db8:2:1')).toBe(5);
  admission.leave('dance', from('2001:db8:1:1::1'));
  expect(admission.enter('dance', from('2001:db8:1:5::1'))).toBeNull();
});

test('beside the proxy as through it, 40 streams of an invented 127.0.0.1 are not one more than allowed', () => {
  const enters = (socketAddress: string) => {
    const admission = of(10_000, 5);
    return Array.from({ length: 40 }, () =>
      admission.enter('dance', findPeer({ socketAddress, forwardedFor: '127.0.0.1' }, PROXY)),
    ).filter((refusal) => refusal === null).length;
  };
  expect([enters('127.0.0.1'), enters('198.51.100.7'), enters('::ffff:127.0.0.1')]).toEqual([5, 5, 5]);
});

test('beside the proxy invented addresses are one caller', () => {
  const admission = of(10_000, 5);
  const entered = Array.from({ length: 40 }, (_, at) =>
    admission.enter(
      'dance',
      findPeer({ socketAddress: '198.51.100.7', forwardedFor: `203.0.113.${at}` }, PROXY),
    ),
  );
  expect(entered.filter((refusal) => refusal === null)).toHaveLength(5);
});

test('only the first loopback address is the machine itself', () => {
  const admission = of(10_000, 1);
  expect(admission.enter('dance', from('127.0.0.88'))).toBeNull();
  expect(admission.enter('dance', from('127.0.0.88'))).toBe('address_full');
});
