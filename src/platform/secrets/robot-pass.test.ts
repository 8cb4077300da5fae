import { expect, test } from 'vitest';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { isRobotPass, robotPass } from './robot-pass.ts';

const KEY = Buffer.alloc(32, 1);
const NOON_MS = Date.UTC(2026, 10, 25, 12);

test('a pass counts in its minute and in those beside it', () => {
  const pass = robotPass(KEY, NOON_MS);
  const counts = [-2, -1, 0, 1, 2].map((minutes) => isRobotPass(KEY, pass, NOON_MS + minutes * MINUTE_MS));
  expect(counts).toEqual([false, true, true, true, false]);
});

test('a pass goes into a header as it is', () => {
  expect(robotPass(KEY, NOON_MS)).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

test.each(['', 'x', 'é'.repeat(43), 'A'.repeat(43), 'A'.repeat(4_000)])('nonsense is no pass: %j', (pass) => {
  expect(isRobotPass(KEY, pass, NOON_MS)).toBe(false);
});

test('a pass of another station does not count', () => {
  expect(isRobotPass(KEY, robotPass(Buffer.alloc(32, 2), NOON_MS), NOON_MS)).toBe(false);
});
