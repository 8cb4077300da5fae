import { expect, test } from 'vitest';
import { FrameDates } from './frame-dates.ts';
import { frameHolding, framesIn, wholeFrameInstant } from './frame-grid.ts';

const HEAD = frameHolding(Date.UTC(2026, 10, 21, 12));
const isInRing = (frame: number) => frame >= HEAD - framesIn(120_000) && frame < HEAD;
const THREE_HOURS = framesIn(3 * 3_600_000);

test('frames stand for their place on the grid until they are dated anew', () => {
  const dates = new FrameDates();
  expect(dates.instant(HEAD)).toBe(wholeFrameInstant(HEAD));
  dates.redate(THREE_HOURS);
  expect(dates.instant(HEAD)).toBe(wholeFrameInstant(HEAD + THREE_HOURS));
});

test.each([
  ['forwards', THREE_HOURS],
  ['backwards', -THREE_HOURS],
])('an instant leads to the same frame before and after a step %s', (_, ahead) => {
  const dates = new FrameDates();
  const frame = HEAD - 500;
  const told = dates.instant(frame);
  dates.redate(ahead);
  expect(dates.frameAt(told, isInRing)).toBe(frame);
  expect(dates.frameAt(dates.instant(frame), isInRing)).toBe(frame);
  expect(dates.frameAt(told - 600_000, isInRing)).toBeNull();
});

test('after a small step it matters when the instant was told', () => {
  const dates = new FrameDates();
  const frame = HEAD - 500;
  const told = dates.instant(frame);
  dates.redate(framesIn(5_000));
  expect(dates.frameAt(told, isInRing)).toBe(frame - framesIn(5_000));
  expect(dates.frameAt(told, isInRing, 0)).toBe(frame);
});
