import { expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import type { Finding } from '#src/robots/finding.wire.ts';
import { FIRST_AFTER_MS, MinuteCheck } from './minute-check.ts';
import type { Pair } from './rounds.ts';

const findingOf = (pair: Pair): Finding => ({
  ...pair,
  atMs: 0,
  problems: [],
  detail: '',
  firstByteMs: 1,
  gapMs: 0,
  levelDb: -16,
  titleErrorMs: null,
});

function start(
  listen: (pair: Pair, signal: AbortSignal) => Promise<Finding | null>,
  failing: readonly Pair[] = [],
) {
  const clock = new ManualClock();
  const taken: Finding[] = [];
  const failed: unknown[] = [];
  const check = new MinuteCheck({
    clock,
    listen,
    failing: () => failing,
    take: async (finding) => void taken.push(finding),
    failed: (error) => void failed.push(error),
  });
  return { clock, taken, failed, check };
}

test('[R180] nothing is done while the station starts, then one stream is heard in each minute', async () => {
  const heard: Pair[] = [];
  const { clock, taken, check } = start(async (pair) => {
    heard.push(pair);
    return findingOf(pair);
  });
  clock.advance(FIRST_AFTER_MS - 1);
  expect(heard).toEqual([]);
  for (let minute = 1; minute <= 3; minute += 1) {
    clock.advance(minute === 1 ? 1 : MINUTE_MS);
    await vi.waitFor(() => expect(taken).toHaveLength(minute), PATIENT);
  }
  expect(new Set(heard.map(({ streamId }) => streamId)).size).toBe(3);
  await check[Symbol.asyncDispose]();
  clock.advance(10 * MINUTE_MS);
  expect(heard).toHaveLength(3);
});

test('a device that the station has nothing for leaves its minute to a browser', async () => {
  const { check, taken } = start(async (pair) => (pair.robot === 'browser' ? findingOf(pair) : null));
  await check.check();
  expect(taken.map(({ robot }) => robot)).toEqual(['browser']);
  await check[Symbol.asyncDispose]();
});

test('[R182] what was wrong with a device that the station has nothing for any more is over', async () => {
  const gone: Pair = { streamId: 'club', robot: 'hls' };
  const { check, taken } = start(async (pair) => (pair.robot === 'hls' ? null : findingOf(pair)), [gone]);
  await check.check();
  expect(taken.find(({ robot }) => robot === 'hls')).toMatchObject({ ...gone, problems: [] });
  await check[Symbol.asyncDispose]();
});

test('a robot that fails is told of and tries again; one that hangs ends with the process', async () => {
  let isBroken = true;
  const { check, failed, taken } = start(async (pair) => {
    if (isBroken) throw new Error('no decoder');
    return findingOf(pair);
  });
  await check.check();
  isBroken = false;
  await check.check();
  expect([failed.length, taken.length]).toEqual([1, 1]);

  const hanging = start(
    (pair, signal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(findingOf(pair)))),
  );
  void hanging.check.check();
  await hanging.check[Symbol.asyncDispose]();
  expect(hanging.taken).toEqual([]);
});
