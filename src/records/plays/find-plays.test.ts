import { expect, test } from 'vitest';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { aroundInstant, type TimedPlay } from './find-plays.ts';

/** Tracks of three minutes, one every three minutes. */
const play = (number: number): TimedPlay => ({
  started_ms: number * 3 * MINUTE_MS,
  duration_ms: 3 * MINUTE_MS,
});
const before = [10, 9, 8, 7, 6, 5].map(play);
const after = [11, 12, 13, 14, 15].map(play);
const starts = (rows: { play: TimedPlay; onAir: boolean }[]) =>
  rows.map((row) => `${Math.floor(row.play.started_ms / MINUTE_MS / 3)}${row.onAir ? '*' : ''}`).join(' ');

test('the play on air comes with five on either side, in time order', () => {
  expect(starts(aroundInstant(before, after, 31 * MINUTE_MS))).toBe('5 6 7 8 9 10* 11 12 13 14 15');
  expect(starts(aroundInstant(before, after, 30 * MINUTE_MS))).toBe('5 6 7 8 9 10* 11 12 13 14 15');
});

test('during a jingle nothing is on air, and what was around it is shown', () => {
  const late = [11, 12].map(play).map((one) => ({ ...one, started_ms: one.started_ms + MINUTE_MS }));
  expect(starts(aroundInstant(before, late, 33.5 * MINUTE_MS))).toBe('6 7 8 9 10 11 12');
});

test('where the stream was silent, and in the future, there is nothing', () => {
  expect(aroundInstant(before, [], 33 * MINUTE_MS + 16 * MINUTE_MS)).toEqual([]);
  expect(aroundInstant([], after, 10 * MINUTE_MS)).toEqual([]);
  expect(aroundInstant([], [], 0)).toEqual([]);
});

test('right before the first play ever, and right after the last, their side is shown', () => {
  expect(starts(aroundInstant([], after, 32 * MINUTE_MS))).toBe('11 12 13 14 15');
  expect(starts(aroundInstant(before, [], 34 * MINUTE_MS))).toBe('6 7 8 9 10');
});
