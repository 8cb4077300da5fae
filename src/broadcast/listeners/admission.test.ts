import { expect, test } from 'vitest';
import { Admission } from './admission.ts';

const of = (streamMax: number, addressMax = 200) => new Admission({ streamMax, addressMax });

test('a stream takes as many as are allowed, another stream its own', () => {
  const admission = of(2);
  expect(admission.enter('dance', '192.0.2.1')).toBeNull();
  expect(admission.enter('dance', '192.0.2.2')).toBeNull();
  expect(admission.enter('dance', '192.0.2.3')).toBe('stream_full');
  expect(admission.enter('club', '192.0.2.3')).toBeNull();
});

test('a place that becomes free is given again', () => {
  const admission = of(1);
  admission.enter('dance', '192.0.2.1');
  admission.leave('dance', '192.0.2.1');
  expect(admission.enter('dance', '192.0.2.2')).toBeNull();
});

test('one address fills its places over all streams, the machine itself has no such limit', () => {
  const admission = of(10_000);
  for (let at = 0; at < 200; at += 1) {
    expect(admission.enter(at % 2 ? 'dance' : 'club', '192.0.2.1')).toBeNull();
    for (const loopback of ['127.0.0.1', '::1']) admission.enter('dance', loopback);
  }
  expect(admission.enter('hits', '192.0.2.1')).toBe('address_full');
  expect(admission.enter('hits', '127.0.0.1')).toBeNull();
  admission.leave('dance', '192.0.2.1');
  expect(admission.enter('hits', '192.0.2.1')).toBeNull();
});

test('who is refused takes no place', () => {
  const admission = of(1);
  admission.enter('dance', '192.0.2.1');
  for (let at = 0; at < 5; at += 1) admission.enter('dance', '192.0.2.2');
  admission.leave('dance', '192.0.2.1');
  expect(admission.enter('dance', '192.0.2.3')).toBeNull();
});

test('an IPv6 household is one address, and all households of a site together are four', () => {
  const admission = of(10_000, 5);
  const fill = (prefix: string, from = 0) =>
    Array.from({ length: 20 }, (_, at) => admission.enter('dance', `${prefix}::${from + at + 1}`)).filter(
      (refusal) => refusal === null,
    ).length;
  expect(fill('2001:db8:1:1')).toBe(5);
  expect([fill('2001:db8:1:2'), fill('2001:db8:1:3'), fill('2001:db8:1:4')]).toEqual([5, 5, 5]);
  expect(fill('2001:db8:1:5')).toBe(0);
  expect(fill('2001:db8:2:1')).toBe(5);
  admission.leave('dance', '2001:db8:1:1::1');
  expect(admission.enter('dance', '2001:db8:1:5::1')).toBeNull();
});

test('only the first loopback address is the machine itself', () => {
  const admission = of(10_000, 1);
  expect(admission.enter('dance', '127.0.0.88')).toBeNull();
  expect(admission.enter('dance', '127.0.0.88')).toBe('address_full');
});
