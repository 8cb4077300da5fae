import { expect, test } from 'vitest';
import { reconnectDelayMs } from './reconnect-policy.ts';

const delays = (attempts: number[], isSounding: boolean) =>
  attempts.map((attempt) => reconnectDelayMs(attempt, isSounding, 0.5));

test('attempts come half a second apart as long as the buffer sounds, the very first sooner [R166]', () => {
  expect(delays([1, 2, 3, 41, 200], true)).toEqual([250, 500, 500, 500, 500]);
});

test('attempts come a quarter of a second apart in a silence: each moment of it is heard [R166]', () => {
  expect(delays([1, 2, 30, 40], false)).toEqual([250, 250, 250, 250]);
});

test('attempts grow to 10 s apart in a long silence', () => {
  expect(delays([41, 42, 43, 44, 45, 46, 90], false)).toEqual([
    500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
  ]);
});

test('attempts that were made while the buffer sounded do not make those of the silence rarer', () => {
  const silent = [101, 140, 141].map((attempt) => reconnectDelayMs(attempt, false, 0.5, 100));
  expect(silent).toEqual([250, 250, 500]);
});

test('an outage of ten seconds with two of them left ends a quarter of a second after the return', () => {
  const waits: number[] = [];
  for (let [atMs, attempt] = [0, 1]; atMs < 10_000; attempt += 1) {
    const waitMs = reconnectDelayMs(attempt, atMs < 2_000, 0.5);
    if (atMs >= 2_000) waits.push(waitMs);
    atMs += waitMs;
  }
  expect(Math.max(...waits)).toBe(250);
});

test('listeners of a restarted server come back spread over half the delay', () => {
  expect(reconnectDelayMs(3, true, 0)).toBe(375);
  expect(reconnectDelayMs(3, true, 1)).toBe(625);
});
