import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { type Clock, systemClock } from '#src/platform/clock/clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { paceOfMember, perAddress } from '#src/platform/rate-limit/limit.ts';
import { RateLimits } from '#src/platform/rate-limit/rate-limits.ts';
import { RedisLimitStore } from '#src/platform/rate-limit/redis-limit-store.ts';
import { RedisLink } from '#src/platform/redis/redis-link.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { freePort } from '../support/free-port.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';

let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis[Symbol.asyncDispose]());

const told: string[] = [];
beforeEach(() => void told.splice(0));
const logger = createLogger({ level: 'info', part: 'web', to: { write: (line) => void told.push(line) } });
const open = (url: string, clock: Pick<Clock, 'monotonicMs' | 'after'> = systemClock) =>
  RedisLink.open({ url, clock, logger });
/** Waits as long as a busy machine needs: most of these tests are about what Redis counts. */
const patient = { ...systemClock, after: (ms: number, run: () => void) => systemClock.after(100 * ms, run) };

let stations = 0;
/** Two web processes of one station, whose clocks are 30 s apart. */
async function openTwo(url = redis.url, clock: Parameters<typeof open>[1] = patient) {
  const stack = new AsyncDisposableStack();
  stations += 1;
  const prefix = `test-${stations}:`;
  const key = Buffer.alloc(32, stations);
  const one = stack.use(await open(url, clock));
  const other = stack.use(await open(url, clock));
  const behind = { ...systemClock, nowMs: () => Date.now() - 30_000 };
  return {
    links: { one, other },
    one: new RateLimits(new RedisLimitStore({ link: one, key, prefix, clock: systemClock })),
    other: new RateLimits(new RedisLimitStore({ link: other, key, prefix, clock: behind })),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test('what two processes are asked at once counts together, to the last one', async () => {
  await using both = await openTwo();
  const tries = perAddress({ TRIES: 10 }, MINUTE_MS);
  const lastOnes: string[] = [];
  for (const limits of [both.one, both.other]) limits.watch(tries, (key) => void lastOnes.push(key));
  const asked = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? both.one : both.other));
  const waits = await Promise.all(asked.map((limits) => limits.take(tries, '203.0.113.7')));
  expect(waits.filter((wait) => wait === null)).toHaveLength(10);
  expect(lastOnes).toEqual(['203.0.113.7']);
  for (const wait of waits) expect(wait ?? MINUTE_MS).toSatisfy((ms) => ms > 0 && ms <= MINUTE_MS);
  expect(await both.one.check(tries, '203.0.113.7')).toBeGreaterThan(0);
  expect(await both.other.check(tries, '203.0.113.8')).toBeNull();
});

test('a window ends by the clock of Redis, and what was refused has not made it longer', async () => {
  await using both = await openTwo();
  const once = perAddress({ ONCE: 1 }, MINUTE_MS);
  expect(await both.one.take(once, 'a')).toBeNull();
  expect(await both.other.take(once, 'a')).toBeLessThanOrEqual(MINUTE_MS);
  await both.links.one.ask(async (client) => {
    for (const key of await client.keys(`test-${stations}:*`)) await client.pExpire(key, 300);
  });
  expect(await both.other.take(once, 'a')).not.toBeNull();
  await vi.waitFor(async () => expect(await both.other.take(once, 'a')).toBeNull(), PATIENT);
});

test('a window lasts no longer than it is long where the clock of Redis was set back in it [W182]', async () => {
  await using both = await openTwo();
  const tries = perAddress({ TRIES: 2 }, MINUTE_MS);
  const setBack = async () => {
    // What is to end at an instant ends a day later by a clock that was set back by a day.
    await both.links.one.ask(async (client) => {
      for (const key of await client.keys(`test-${stations}:*`)) await client.pExpire(key, DAY_MS);
    });
  };
  for (const key of ['a', 'b', 'b']) expect(await both.one.take(tries, key)).toBeNull();
  await setBack();
  expect(await both.one.take(tries, 'a')).toBeNull();
  expect(await both.one.check(tries, 'a')).toBeLessThanOrEqual(MINUTE_MS);
  expect(await both.other.check(tries, 'b')).toBeLessThanOrEqual(MINUTE_MS);
  await setBack();
  expect(await both.other.take(tries, 'b')).toBeLessThanOrEqual(MINUTE_MS);
});

test('a /48 of IPv6 counts as one site, eight times as much', async () => {
  await using both = await openTwo();
  const once = perAddress({ ONCE: 1 }, MINUTE_MS);
  for (let number = 0; number < 8; number++)
    expect(await (number % 2 ? both.one : both.other).take(once, `2001:db8:1:${number}::/64`)).toBeNull();
  expect(await both.one.take(once, '2001:db8:1:99::/64')).not.toBeNull();
});

test('a pace is one of both', async () => {
  await using both = await openTwo();
  const calls = paceOfMember({ AT_ONCE: 3 }, { A_SECOND: 0.001 });
  expect(await both.one.take(calls, 'zoe')).toBeNull();
  expect(await both.other.take(calls, 'zoe')).toBeNull();
  expect(await both.one.take(calls, 'zoe')).toBeNull();
  expect(await both.other.take(calls, 'zoe')).toBeGreaterThan(0);
  expect(await both.other.take(calls, 'max')).toBeNull();
});

test('an answer that has come in time counts, however long the process was busy with something else', async () => {
  await using link = await open(redis.url);
  const asked = link.ask(async (client) => {
    const answer = client.ping();
    // The question is on its way.
    await new Promise(setImmediate);
    const busyUntilMs = performance.now() + 400;
    while (performance.now() < busyUntilMs);
    return await answer;
  });
  expect(await asked).toEqual({ answer: 'PONG' });
});

test('news reach the processes that listen', async () => {
  await using both = await openTwo();
  let heard = 0;
  both.links.other.listen('news', () => void heard++);
  await vi.waitFor(() => {
    both.links.one.send('news');
    expect(heard).toBeGreaterThan(0);
  }, PATIENT);
});

test('without Redis each process counts for itself, refuses nobody for it, and says so once', async () => {
  await using away = await startRedis();
  await using both = await openTwo(away.url);
  const tries = perAddress({ TRIES: 2 }, MINUTE_MS);
  expect(await both.one.take(tries, 'a')).toBeNull();
  await away.kill();
  const taken = [];
  for (let count = 0; count < 5; count++) taken.push(await both.one.take(tries, 'a'));
  expect(taken.map((wait) => wait === null)).toEqual([true, true, false, false, false]);
  await both.other.take(tries, 'a');
  const gone = () => told.filter((line) => line.includes('Redis does not answer'));
  expect(gone()).toHaveLength(2);
  await away.start();
  const back = perAddress({ BACK: 1 }, MINUTE_MS);
  await vi.waitFor(async () => {
    await both.one.take(back, 'a');
    expect(await both.other.take(back, 'a')).not.toBeNull();
  }, PATIENT);
  expect(gone()).toHaveLength(2);
});

test.each([
  ['is full and lets nothing go', ['CONFIG', 'SET', 'maxmemory', '1']],
  ['has become a replica, which can only be read', ['REPLICAOF', '127.0.0.1', '1']],
])('[W182] a limit holds while Redis %s, however slowly somebody tries', async (_, command) => {
  await using own = await startRedis();
  let aheadMs = 0;
  const clock = { ...patient, monotonicMs: () => performance.now() + aheadMs };
  await using both = await openTwo(own.url, clock);
  const failures = perAddress({ FAILURES: 3 }, 10 * MINUTE_MS);
  await both.links.one.ask((client) => client.sendCommand(command));
  let tries = 0;
  while (tries < 20 && (await both.one.check(failures, 'a')) === null) {
    tries++;
    await both.one.take(failures, 'a');
    aheadMs += 2_000;
  }
  expect(tries).toBe(3);
  expect(told.filter((line) => line.includes('Redis does not answer, or takes nothing'))).toHaveLength(1);
});

test('a Redis that hangs holds up one question, not every one', async () => {
  await using held = await startRedis();
  await using both = await openTwo(held.url, systemClock);
  using _holding = held.hold();
  const tries = perAddress({ TRIES: 1_000 }, MINUTE_MS);
  for (let count = 0; count < 500; count++) expect(await both.one.take(tries, 'a')).toBeNull();
  expect(told.filter((line) => line.includes('Redis does not answer'))).toHaveLength(1);
});

test('a wrong password ends the start with a sentence; a Redis that is not there does not', async () => {
  await using guarded = await startRedis('the right one');
  for (const url of [guarded.url, guarded.url.replace('//', '//:a%20wrong%20one@')])
    await expect(open(url)).rejects.toThrow(OperatorError);
  await using right = await open(guarded.url.replace('//', '//:the%20right%20one@'));
  expect(await right.ask((client) => client.ping())).toEqual({ answer: 'PONG' });
  await using nobody = await open(`redis://127.0.0.1:${await freePort()}`);
  expect(await nobody.ask((client) => client.ping())).toBeNull();
});
