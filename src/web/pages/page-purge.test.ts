import { afterEach, expect, test } from 'vitest';
import { PURGE_AFTER_MS, PURGE_AGAIN_MS, PURGE_TAGS_MAX } from '#src/contract/limits.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { PagePurge } from './page-purge.ts';

let purge: PagePurge;
afterEach(() => purge[Symbol.asyncDispose]());

/** A cache that can be away, and the purge before it, after that of its start unless it says so. */
async function setUp({ fresh = false } = {}) {
  const clock = new ManualClock();
  const log: string[] = [];
  const logger = createLogger({ level: 'info', part: 'test', to: { write: (line) => void log.push(line) } });
  const requests: { tags: readonly string[]; atMs: number }[] = [];
  const forgotten: (readonly string[])[] = [];
  const cache = { isAway: false, isSlow: false, finish: () => {} };
  purge = new PagePurge({
    clock,
    logger,
    forget: (tags) => void forgotten.push(tags),
    async request(tags, signal) {
      if (cache.isAway) throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
      requests.push({ tags, atMs: clock.monotonicMs() - beganMs });
      if (!cache.isSlow) return;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      cache.finish = resolve;
      signal.addEventListener('abort', () => reject(signal.reason));
      await promise;
    },
  });
  let beganMs = 0;
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 100) {
      clock.advance(Math.min(100, left));
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    }
  };
  if (!fresh) {
    await pass(PURGE_AGAIN_MS + 3 * PURGE_AFTER_MS);
    requests.length = 0;
    forgotten.length = 0;
    beganMs = clock.monotonicMs();
  }
  return { clock, log, requests, forgotten, cache, pass };
}

test('a start purges every page, for nobody knows what went unsaid before [W214]', async () => {
  const { requests, pass } = await setUp({ fresh: true });
  await pass(PURGE_AFTER_MS);
  expect(requests.map(({ tags }) => tags)).toEqual([['page']]);
});

test('a change is purged when our own copies are gone, once more later, and then no more [W213]', async () => {
  const { requests, forgotten, pass } = await setUp();
  purge.purge(['track-ferry']);
  expect(forgotten).toEqual([['track-ferry']]);
  await pass(PURGE_AFTER_MS - 100);
  expect(requests).toEqual([]);
  await pass(60_000);
  expect(requests).toEqual([
    { tags: ['track-ferry'], atMs: PURGE_AFTER_MS },
    { tags: ['track-ferry'], atMs: PURGE_AGAIN_MS + PURGE_AFTER_MS },
  ]);
});

test('changes of one second are one request; what was too young for it goes along with the next [W213]', async () => {
  const { requests, pass } = await setUp();
  for (const tag of ['track-a', 'track-b', 'track-a', 'member-zoe']) {
    purge.purge([tag]);
    await pass(300);
  }
  await pass(100);
  expect(requests).toEqual([{ tags: ['track-a', 'track-b', 'member-zoe'], atMs: PURGE_AFTER_MS }]);
  await pass(60_000);
  expect(requests.map(({ tags }) => tags)).toEqual([
    ['track-a', 'track-b', 'member-zoe'],
    ['track-a', 'track-b', 'member-zoe'],
    ['track-a', 'track-b', 'member-zoe'],
  ]);
});

test('somebody who changes something all the time holds nobody up, and makes no more requests [W213]', async () => {
  const { requests, pass } = await setUp();
  for (let count = 0; count < 120; count++) {
    purge.purge(['member-zoe']);
    await pass(100);
  }
  expect(requests.map(({ atMs }) => atMs)).toEqual(
    Array.from({ length: 10 }, (_, at) => (at + 1) * PURGE_AFTER_MS),
  );
});

test('what changes while a request is under way is purged after it [W213]', async () => {
  const { requests, cache, pass } = await setUp();
  cache.isSlow = true;
  purge.purge(['track-a']);
  await pass(PURGE_AFTER_MS);
  purge.purge(['track-a', 'track-b']);
  await pass(3_000);
  expect(requests).toHaveLength(1);
  cache.isSlow = false;
  cache.finish();
  await pass(2 * PURGE_AFTER_MS);
  expect(requests.slice(1).map(({ tags }) => tags)).toEqual([['track-a', 'track-b']]);
});

test('too many changes are a purge of every page [W214]', async () => {
  const { requests, pass } = await setUp();
  purge.purge(Array.from({ length: PURGE_TAGS_MAX }, (_, at) => `track-${at}`));
  await pass(PURGE_AFTER_MS);
  expect(requests.at(-1)?.tags).toHaveLength(PURGE_TAGS_MAX);
  purge.purge(['track-one-more']);
  await pass(60_000);
  expect(requests.slice(1).map(({ tags }) => tags)).toEqual([['page'], ['page']]);
});

test('a cache that is away is told once, asked more and more seldom, and purged whole when it is back [W214]', async () => {
  const { requests, log, cache, pass } = await setUp();
  cache.isAway = true;
  for (let count = 0; count < 100; count++) {
    purge.purge([`track-${count}`]);
    await pass(1_000);
  }
  expect(requests).toEqual([]);
  expect(log).toHaveLength(1);
  expect(log[0]).toContain('PAGE_PURGE_URL');
  expect(log[0]).toContain('connect ECONNREFUSED');
  cache.isAway = false;
  await pass(120_000);
  // Once: the last change was longer ago than what was drawn before it can still be on its way.
  expect(requests.map(({ tags }) => tags)).toEqual([['page']]);
  expect(log).toHaveLength(2);
  expect(log[1]).toContain('purges pages again');
  // 1.2, 2, 4, 8, 16 and 32 seconds apart.
  expect(JSON.parse(log[1] ?? '')).toMatchObject({ failures: 6 });
});

test('one that was away for a moment is purged whole, twice, and told to be back [W214]', async () => {
  const { requests, log, cache, pass } = await setUp();
  cache.isAway = true;
  purge.purge(['track-a']);
  await pass(PURGE_AFTER_MS);
  cache.isAway = false;
  await pass(60_000);
  expect(requests.map(({ tags }) => tags)).toEqual([['page'], ['page']]);
  expect(log).toHaveLength(2);
});

test('a cache that does not answer is one that is away [W214]', async () => {
  const { log, cache, pass } = await setUp();
  cache.isSlow = true;
  purge.purge(['track-a']);
  await pass(PURGE_AFTER_MS + 5_000);
  expect(log.join()).toContain('no answer in time');
  cache.isSlow = false;
});

test('what has not been said when the process ends is said at once', async () => {
  const { requests } = await setUp();
  purge.purge(['track-a']);
  await purge[Symbol.asyncDispose]();
  expect(requests).toEqual([{ tags: ['track-a'], atMs: 0 }]);
});
