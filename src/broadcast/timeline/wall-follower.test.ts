import { pino } from 'pino';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { FrameClock } from './frame-clock.ts';
import { framesIn } from './frame-grid.ts';
import { WallFollower } from './wall-follower.ts';

function follow() {
  const clock = new ManualClock();
  const log: { msg: string; seconds: number }[] = [];
  const state = { moved: 0 };
  const follower = new WallFollower({
    clock,
    frameClock: new FrameClock(clock),
    logger: pino({}, { write: (line) => void log.push(JSON.parse(line)) }),
    onMoved: () => {
      state.moved += 1;
    },
  });
  const step = (byMs: number) => clock.setWallClock(clock.nowMs() + byMs);
  return { clock, follower, log, state, step };
}

test('a clock that goes as the count does moves nothing, nor does a step of a second', () => {
  const { clock, follower, log, step } = follow();
  clock.advance(HOUR_MS);
  step(1_500);
  clock.advance(HOUR_MS);
  expect(follower.aheadFrames).toBe(0);
  expect(log).toEqual([]);
});

test.each([3 * HOUR_MS, -3 * HOUR_MS, 3_000, -365 * 24 * HOUR_MS])(
  'a step of %d ms is taken over within 20 s and said once',
  (byMs) => {
    const { clock, follower, log, state, step } = follow();
    clock.advance(12_345);
    step(byMs);
    clock.advance(20_000);
    expect(Math.abs(follower.aheadFrames - framesIn(byMs))).toBeLessThanOrEqual(1);
    clock.advance(HOUR_MS);
    expect(log).toMatchObject([{ seconds: Math.round(byMs / 1000) }]);
    expect(log[0]?.msg).toContain('the clock of this machine was set, or the machine slept');
    expect(state.moved).toBe(1);
  },
);

test('a clock that is set twice in a row is followed when it has settled', () => {
  const { clock, follower, log, step } = follow();
  clock.advance(1_000);
  step(HOUR_MS);
  clock.advance(8_000);
  step(HOUR_MS);
  clock.advance(20_000);
  expect(Math.abs(follower.aheadFrames - framesIn(2 * HOUR_MS))).toBeLessThanOrEqual(1);
  expect(log).toHaveLength(1);
});

test('a step that is taken back at once was none', () => {
  const { clock, follower, log, step } = follow();
  clock.advance(6_000);
  step(HOUR_MS);
  clock.advance(6_000);
  step(-HOUR_MS);
  clock.advance(HOUR_MS);
  expect([follower.aheadFrames, log]).toEqual([0, []]);
});

test('who has found no join is overdue before five minutes are over, and not before four', () => {
  const { clock, follower, step } = follow();
  clock.advance(HOUR_MS);
  step(HOUR_MS);
  clock.advance(4 * 60_000);
  expect(follower.isOverdue).toBe(false);
  clock.advance(55_000);
  expect(follower.isOverdue).toBe(true);
});
