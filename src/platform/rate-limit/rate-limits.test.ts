import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addressKey } from './address-key.ts';
import { createMemoryRateLimits } from './rate-limits.ts';
import { refuseAboveLimit, refuseAtLimit } from './refuse-above-limit.ts';

// The counters' library reads the machine's own clock.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const rule = { most: 3, perMs: 60_000 };

test('a caller may do so many in the window, then waits for its end', async () => {
  const limit = createMemoryRateLimits().limit('names', rule);
  for (let count = 0; count < 3; count++) expect(await limit.take('a')).toBeNull();
  vi.advanceTimersByTime(20_000);
  expect(await limit.take('a')).toBe(40_000);
  vi.advanceTimersByTime(40_000);
  expect(await limit.take('a')).toBeNull();
});

test('being refused does not make the wait longer', async () => {
  const limit = createMemoryRateLimits().limit('names', rule);
  for (let count = 0; count < 50; count++) await limit.take('a');
  vi.advanceTimersByTime(59_000);
  expect(await limit.take('a')).toBe(1_000);
});

test('keys and limits are counted apart', async () => {
  const limits = createMemoryRateLimits();
  const one = limits.limit('one', { most: 1, perMs: 1_000 });
  const two = limits.limit('two', { most: 1, perMs: 1_000 });
  expect(await one.take('a')).toBeNull();
  expect(await one.take('b')).toBeNull();
  expect(await two.take('a')).toBeNull();
  expect(await one.take('a')).not.toBeNull();
});

test('a check tells without counting', async () => {
  const limit = createMemoryRateLimits().limit('failures', { most: 1, perMs: 1_000 });
  for (let count = 0; count < 5; count++) expect(await limit.check('a')).toBeNull();
  await limit.take('a');
  expect(await limit.check('a')).toBe(1_000);
  vi.advanceTimersByTime(1_000);
  expect(await limit.check('a')).toBeNull();
});

test('a caller above one of several limits is told the longest wait', async () => {
  const limits = createMemoryRateLimits();
  const short = limits.limit('short', { most: 1, perMs: 5_000 });
  const long = limits.limit('long', { most: 1, perMs: 90_000 });
  await refuseAboveLimit([short, 'a'], [long, 'a']);
  const refused = { code: 'too_many_requests', status: 429, details: { retryAfterSeconds: 90 } };
  await expect(refuseAtLimit([short, 'a'], [long, 'a'])).rejects.toMatchObject(refused);
  await expect(refuseAboveLimit([short, 'a'], [long, 'a'])).rejects.toMatchObject(refused);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});
