import { expect, it } from 'vitest';
import { reconnectDelayMs } from './reconnect-policy.ts';

const delays = (attempts: number[], isSounding: boolean) =>
  attempts.map((attempt) => reconnectDelayMs(attempt, isSounding, 0.5));

it('the first attempts come after 0.25, 0.5, 1 and 2 s', () => {
  expect(delays([1, 2, 3, 4, 5, 6], false)).toEqual([250, 500, 1_000, 2_000, 2_000, 2_000]);
});

it('attempts stay 2 s apart as long as the buffer sounds', () => {
  expect(delays([7, 20], true)).toEqual([2_000, 2_000]);
});

it('attempts grow to 10 s apart in a long silence', () => {
  expect(delays([7, 8, 9, 60], false)).toEqual([4_000, 8_000, 10_000, 10_000]);
});

it('listeners of a restarted server come back spread over half the delay', () => {
  expect(reconnectDelayMs(3, true, 0)).toBe(750);
  expect(reconnectDelayMs(3, true, 1)).toBe(1_250);
});
