import { expect, test } from 'vitest';
import { DAY_MS } from '#src/contract/durations.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { FrameClock } from './frame-clock.ts';
import { frameHolding, frameInstant, wholeFrameInstant } from './frame-grid.ts';

test('a week of ticks leaves the frames due within one frame of the elapsed time', () => {
  const clock = new ManualClock();
  const frames = new FrameClock(clock);
  const first = frames.dueFrame();
  let worst = 0;
  for (let ticks = 0; ticks < (7 * DAY_MS) / 50; ticks += 1) {
    clock.advance(49.9973);
    const due = frames.dueFrame() - first;
    worst = Math.max(worst, Math.abs(due - (clock.monotonicMs() * 44.1) / 1152));
  }
  expect(clock.monotonicMs()).toBeGreaterThan(7 * DAY_MS * 0.9999);
  expect(worst).toBeLessThan(1);
});

test('a wall clock set forward by an hour makes no frame due', () => {
  const clock = new ManualClock();
  const frames = new FrameClock(clock);
  const before = frames.dueFrame();
  clock.setWallClock(clock.nowMs() + 3_600_000);
  expect(frames.dueFrame()).toBe(before);
});

test('the first frame due holds the present instant', () => {
  const clock = new ManualClock();
  expect(new FrameClock(clock).dueFrame()).toBe(frameHolding(clock.nowMs()) + 1);
});

test('any frame is found again from its instant, exact and as written in whole milliseconds', () => {
  const start = frameHolding(Date.UTC(2026, 10, 21));
  for (let frame = start; frame < start + 5000; frame += 1) {
    expect(frameHolding(frameInstant(frame))).toBe(frame);
    expect(frameHolding(wholeFrameInstant(frame))).toBe(frame);
    expect(wholeFrameInstant(frame) - frameInstant(frame)).toBeLessThan(1);
  }
});

test('a timeline that goes on from another machine begins by that one’s clock, and knows how far this one is [R202]', () => {
  const clock = new ManualClock();
  const frames = new FrameClock(clock, 30_000);
  clock.advance(10_000);
  expect(frames.dueFrame()).toBeCloseTo(frameHolding(clock.nowMs() + 30_000) + 1, -0.5);
  expect(frameInstant(frames.wallAheadFrames())).toBeCloseTo(-30_000, -2);
});
