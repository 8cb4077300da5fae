import { expect, it } from 'vitest';
import { reconnectDelayMs } from './reconnect-policy.ts';

it('attempts come after 0.25, 0.5, 1, 2, 2 s while the buffer sounds', () => {
  expect([1, 2, 3, 4, 5].map((attempt) => reconnectDelayMs(attempt, true, 0.5))).toEqual([
    250, 500, 1_000, 2_000, 2_000,
  ]);
});

it('attempts grow to 10 s in silence', () => {
  expect(reconnectDelayMs(6, false, 0.5)).toBe(8_000);
  expect(reconnectDelayMs(60, false, 0.5)).toBe(10_000);
});

it('listeners of a restarted server come back spread over half the delay', () => {
  expect(reconnectDelayMs(3, true, 0)).toBe(750);
  expect(reconnectDelayMs(3, true, 1)).toBe(1_250);
});
