import { expect, test } from 'vitest';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { addressKey, siteKey } from './address-key.ts';
import { paceOfMember, perAccount, perAddress, perMailbox } from './limit.ts';
import { KEYS_MAX, MemoryLimitStore, MemoryWindows } from './memory-limit-store.ts';
import { RateLimits } from './rate-limits.ts';

const tries = perAddress({ TRIES: 3 }, MINUTE_MS);
const once = perAddress({ ONCE: 1 }, 1_000);

function open(clock = new ManualClock()) {
  return new RateLimits(new MemoryLimitStore(clock));
}

test('a caller may do what the rule allows in the window, then waits for its end', async () => {
  const clock = new ManualClock();
  const limits = open(clock);
  for (let count = 0; count < 3; count++) expect(await limits.take(tries, 'a')).toBeNull();
  clock.advance(20_000);
  expect(await limits.take(tries, 'a')).toBe(40_000);
  clock.advance(40_000);
  expect(await limits.take(tries, 'a')).toBeNull();
});

test('being refused does not make the wait longer', async () => {
  const clock = new ManualClock();
  const limits = open(clock);
  for (let count = 0; count < 50; count++) await limits.take(tries, 'a');
  clock.advance(59_000);
  expect(await limits.take(tries, 'a')).toBe(1_000);
});

test('keys and limits are counted apart', async () => {
  const limits = open();
  const other = perAddress({ OTHER: 1 }, 1_000);
  expect(await limits.take(once, 'a')).toBeNull();
  expect(await limits.take(once, 'b')).toBeNull();
  expect(await limits.take(other, 'a')).toBeNull();
  expect(await limits.take(once, 'a')).not.toBeNull();
});

test('a limit that is declared in two places is one, and two of one name are a slip', async () => {
  const limits = open();
  await limits.take(once, 'a');
  expect(await limits.take(perAddress({ ONCE: 1 }, 1_000), 'a')).toBe(1_000);
  await expect(limits.take(perAddress({ ONCE: 2 }, 1_000), 'a')).rejects.toThrow(
    'two limits are called ONCE',
  );
  expect(() => perAddress({ ONE: 1, TWO: 2 }, 1_000)).toThrow('one figure');
});

test('a check tells without counting', async () => {
  const clock = new ManualClock();
  const limits = open(clock);
  for (let count = 0; count < 5; count++) expect(await limits.check(once, 'a')).toBeNull();
  await limits.take(once, 'a');
  expect(await limits.check(once, 'a')).toBe(1_000);
  clock.advance(1_000);
  expect(await limits.check(once, 'a')).toBeNull();
});

test('a pace allows its number at once, then its number a second', async () => {
  const clock = new ManualClock();
  const limits = open(clock);
  const calls = paceOfMember({ AT_ONCE: 2 }, { A_SECOND: 4 });
  expect(await limits.take(calls, 'a')).toBeNull();
  expect(await limits.take(calls, 'a')).toBeNull();
  expect(await limits.take(calls, 'a')).toBe(250);
  clock.advance(250);
  expect(await limits.take(calls, 'a')).toBeNull();
});

test('a limit holds a bounded number of keys: the oldest is forgotten, what has ended goes', () => {
  const clock = new ManualClock();
  const limit = new MemoryWindows({ most: 1, perMs: 60_000 }, clock, { keysMax: 100 });
  for (let key = 0; key < 150; key++) limit.take(`${key}`);
  expect(limit.size).toBe(100);
  expect([limit.check('49'), limit.check('50')]).toEqual([null, 60_000]);
  clock.advance(60_000);
  limit.take('next');
  expect(limit.size).toBe(1);
});

test('one caller who is refused a hundred thousand times leaves as many keys as it has turns', () => {
  const limit = new MemoryWindows({ most: 30, perMs: 60_000 }, new ManualClock());
  let refused = 0;
  for (let call = 0; call < 100_000; call++) if (limit.take('caller').waitMs !== null) refused++;
  expect([refused, limit.size]).toEqual([99_970, 1]);
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
  const limits = open(clock);
  limits.watch(tries, (key) => told.push(key));
  for (let count = 0; count < 2; count++) await limits.take(tries, 'a');
  expect(told).toEqual([]);
  for (let count = 0; count < 10; count++) await limits.take(tries, 'a');
  expect(told).toEqual(['a']);
  clock.advance(60_000);
  for (let count = 0; count < 3; count++) await limits.take(tries, 'a');
  expect(told).toEqual(['a', 'a']);
});

test('callers are counted by their /64 and, eight times as much, by their /48', async () => {
  const told: string[] = [];
  const limits = open();
  limits.watch(tries, (key) => told.push(key));
  const takes = async (address: string) => (await limits.take(tries, addressKey(address))) === null;
  const taken = { ofOne: 0, ofSite: 0 };
  for (let call = 0; call < 10; call++) if (await takes('2001:db8:1:1::1')) taken.ofOne++;
  for (let net = 2; net < 130; net++) if (await takes(`2001:db8:1:${net}::1`)) taken.ofSite++;
  expect(taken).toEqual({ ofOne: 3, ofSite: 8 * 3 - 3 });
  expect(told).toEqual(['2001:db8:1:1::/64', '2001:db8:1::/48']);
  expect([await takes('2001:db8:2:1::1'), await takes('192.0.2.1')]).toEqual([true, true]);
  expect(await limits.check(tries, addressKey('2001:db8:1:200::1'))).toBe(60_000);
});

test('what is counted of a caller and something else is counted of its site and that', async () => {
  const limits = open();
  const logins = perAccount({ LOGINS: 3 }, MINUTE_MS);
  const allowedOf = async (mailbox: string) => {
    let allowed = 0;
    for (let net = 0; net < 130; net++)
      if ((await limits.take(logins, `${mailbox} ${addressKey(`2001:db8:1:${net}::1`)}`)) === null) allowed++;
    return allowed;
  };
  expect([await allowedOf('zoe@example.org'), await allowedOf('ben@example.org')]).toEqual([24, 24]);
});

test('what goes by no address has no site', async () => {
  const limits = open();
  const mails = perMailbox({ MAILS: 3 }, MINUTE_MS);
  for (let mailbox = 0; mailbox < 130; mailbox++)
    expect(await limits.take(mails, `zoe 2001:db8:1:${mailbox}::1`)).toBeNull();
});

test('the /48 of an IPv6 address is its site; IPv4 has none', () => {
  expect(siteKey('2001:0db8:0001:0002::1')).toBe('2001:db8:1::/48');
  expect(siteKey('2001:db8:1:ffff::1')).toBe('2001:db8:1::/48');
  expect(siteKey('192.0.2.7')).toBeNull();
});
