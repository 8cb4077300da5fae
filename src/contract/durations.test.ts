import { expect, test } from 'vitest';
import { clockTime } from './durations.ts';

test.each([
  [0, '0:00'],
  [7, '0:07'],
  [187, '3:07'],
  [6_000, '100:00'],
])('%i seconds read as on a clock: %s', (seconds, words) => {
  expect(clockTime(seconds)).toBe(words);
});
