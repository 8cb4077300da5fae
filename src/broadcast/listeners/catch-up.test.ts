import { expect, test } from 'vitest';
import { CatchUpPermits } from './catch-up.ts';

test('an address has eight permits, and gets them back once each', () => {
  const permits = new CatchUpPermits();
  const taken = Array.from({ length: 8 }, (_, at) => permits.take(`2001:db8::${at}`));
  expect(taken).not.toContain(null);
  expect(permits.take('2001:db8::99')).toBeNull();
  expect(permits.take('192.0.2.1')).not.toBeNull();
  taken[0]?.[Symbol.dispose]();
  taken[0]?.[Symbol.dispose]();
  expect(permits.take('2001:db8::99')).not.toBeNull();
  expect(permits.take('2001:db8::99')).toBeNull();
});

test('a /48 has the permits of four addresses, and gets them back', () => {
  const permits = new CatchUpPermits();
  const take = (net: number) => permits.take(`2001:db8:1:${net}::1`);
  const taken = Array.from({ length: 32 }, (_, net) => take(net));
  expect(taken).not.toContain(null);
  expect(take(32)).toBeNull();
  expect(permits.take('2001:db8:2::1')).not.toBeNull();
  taken[0]?.[Symbol.dispose]();
  expect(take(32)).not.toBeNull();
  expect(take(33)).toBeNull();
});
