import { expect, test } from 'vitest';
import { reconnectDelayMs } from './reconnect-policy.ts';

const delays = (attempts: number[], isSounding: boolean) =>
  attempts.map((attempt) => reconnectDelayMs(attempt, isSounding, 0.5));

test('the first twenty attempts come half a second apart, the very first sooner', () => {
  expect(delays([1, 2, 3, 20], false)).toEqual([250, 500, 500, 500]);
});

test('attempts stay half a second apart as long as the buffer sounds', () => {
  expect(delays([21, 60], true)).toEqual([500, 500]);
});

test('attempts grow to 10 s apart in a long silence', () => {
  expect(delays([21, 22, 23, 24, 25, 60], false)).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
});

test('listeners of a restarted server come back spread over half the delay', () => {
  expect(reconnectDelayMs(3, true, 0)).toBe(375);
  expect(reconnectDelayMs(3, true, 1)).toBe(625);
});
