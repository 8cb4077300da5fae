import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/manual-clock.ts';
import { addressKey, siteKey } from './address-key.ts';
import { limitOfCallers } from './caller-limits.ts';
import { createMemoryRateLimits, KEYS_MAX, MemoryRateLimit } from './rate-limits.ts';
import { refuseAboveLimit, refuseAtLimit } from './refuse-above-limit.ts';

const rule = { most: 3, perMs: 60_000 };

test('a caller may do so many in the window, then waits for its end', async () => {
  const clock = new ManualClock();
  const limit = createMemoryRateLimits(clock).limit(rule);
  for (let count = 0; count < 3; count++) expect(await limit.take('a')).toBeNull();
  clock.advance(20_000);
  expect(await limit.take('a')).toBe(40_000);
  clock.advance(40_000);
  expect(await limit.take('a')).toBeNull();
});

test('being refused does not make the wait longer', async () => {
  const clock = new ManualClock();
  const limit = createMemoryRateLimits(clock).limit(rule);
  for (let count = 0; count < 50; count++) await limit.take('a');
  clock.advance(59_000);
  expect(await limit.take('a')).toBe(1_000);
});

test('keys and limits are counted apart', async () => {
  const limits = createMemoryRateLimits(new ManualClock());
  const one = limits.limit({ most: 1, perMs: 1_000 });
  const two = limits.limit({ most: 1, perMs: 1_000 });
  expect(await one.take('a')).toBeNull();
  expect(await one.take('b')).toBeNull();
  expect(await two.take('a')).toBeNull();
  expect(await one.take('a')).not.toBeNull();
});

test('a check tells without counting', async () => {
  const clock = new ManualClock();
  const limit = createMemoryRateLimits(clock).limit({ most: 1, perMs: 1_000 });
  for (let count = 0; count < 5; count++) expect(await limit.check('a')).toBeNull();
  await limit.take('a');
  expect(await limit.check('a')).toBe(1_000);
  clock.advance(1_000);
  expect(await limit.check('a')).toBeNull();
});

test('of several limits the first that is passed refuses, and those after it count nothing', async () => {
  const limits = createMemoryRateLimits(new ManualClock());
  const callers = limits.limit({ most: 1, perMs: 5_000 });
  const mailboxes = limits.limit({ most: 1, perMs: 90_000 });
  await refuseAboveLimit([callers, 'caller'], [mailboxes, 'own']);
  const refused = { code: 'too_many_requests', status: 429, details: { retryAfterSeconds: 5 } };
  await expect(refuseAtLimit([callers, 'caller'], [mailboxes, 'own'])).rejects.toMatchObject(refused);
  await expect(refuseAboveLimit([callers, 'caller'], [mailboxes, 'victim'])).rejects.toMatchObject(refused);
  expect(await mailboxes.take('victim')).toBeNull();
});

test('a limit holds a bounded number of keys: the oldest is forgotten, what has ended goes', async () => {
  const clock = new ManualClock();
  const limit = new MemoryRateLimit({ most: 1, perMs: 60_000 }, clock, { keysMax: 100 });
  for (let key = 0; key < 150; key++) await limit.take(`${key}`);
  expect(limit.size).toBe(100);
  expect([await limit.check('49'), await limit.check('50')]).toEqual([null, 60_000]);
  clock.advance(60_000);
  await limit.take('next');
  expect(limit.size).toBe(1);
});

test('one caller who is refused a hundred thousand times leaves as many keys as it has turns', async () => {
  const clock = new ManualClock();
  const callers = new MemoryRateLimit({ most: 30, perMs: 60_000 }, clock);
  const mailboxes = new MemoryRateLimit({ most: 5, perMs: 60_000 }, clock);
  let refused = 0;
  for (let call = 0; call < 100_000; call++)
    await refuseAboveLimit([callers, 'caller'], [mailboxes, `${call}@example.org`]).catch(() => refused++);
  expect([refused, callers.size, mailboxes.size]).toEqual([99_970, 1, 30]);
  expect(KEYS_MAX).toBeLessThanOrEqual(100_000);
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

test('the last one that is allowed is told once a window', async () => {
  const clock = new ManualClock();
  const told: string[] = [];
  const limit = createMemoryRateLimits(clock).limit(rule, (key) => told.push(key));
  for (let count = 0; count < 2; count++) await limit.take('a');
  expect(told).toEqual([]);
  for (let count = 0; count < 10; count++) await limit.take('a');
  expect(told).toEqual(['a']);
  clock.advance(60_000);
  for (let count = 0; count < 3; count++) await limit.take('a');
  expect(told).toEqual(['a', 'a']);
});

test('callers are counted by their /64 and, eight times as much, by their /48', async () => {
  const told: string[] = [];
  const limit = limitOfCallers(createMemoryRateLimits(new ManualClock()), rule, (key) => told.push(key));
  const takes = async (address: string) => (await limit.take(address)) === null;
  const taken = { ofOne: 0, ofSite: 0 };
  for (let call = 0; call < 10; call++) if (await takes(addressKey('2001:db8:1:1::1'))) taken.ofOne++;
  for (let net = 2; net < 130; net++) if (await takes(addressKey(`2001:db8:1:${net}::1`))) taken.ofSite++;
  expect(taken).toEqual({ ofOne: 3, ofSite: 8 * 3 - 3 });
  expect(told).toEqual(['2001:db8:1:1::/64', '2001:db8:1::/48']);
  expect([await takes('2001:db8:2:1::1'), await takes('192.0.2.1')]).toEqual([true, true]);
  expect(await limit.check(addressKey('2001:db8:1:200::1'))).toBe(60_000);
});

test('what is counted of a caller and something else is counted of its site and that', async () => {
  const limit = limitOfCallers(createMemoryRateLimits(new ManualClock()), rule);
  const tries = async (mailbox: string) => {
    let allowed = 0;
    for (let net = 0; net < 130; net++)
      if ((await limit.take(`${mailbox} ${addressKey(`2001:db8:1:${net}::1`)}`)) === null) allowed++;
    return allowed;
  };
  expect([await tries('zoe@example.org'), await tries('ben@example.org')]).toEqual([24, 24]);
});

test('the /48 of an IPv6 address is its site; IPv4 has none', () => {
  expect(siteKey('2001:0db8:0001:0002::1')).toBe('2001:db8:1::/48');
  expect(siteKey('2001:db8:1:ffff::1')).toBe('2001:db8:1::/48');
  expect(siteKey('192.0.2.7')).toBeNull();
});
