import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { LongLook } from './count-slot.ts';

function lookAt(...steps: readonly (boolean | number)[]): number {
  const clock = new ManualClock();
  let seen = 0;
  const look = new LongLook(clock, () => {
    seen += 1;
  });
  for (const step of steps) {
    if (typeof step === 'number') clock.advance(step);
    else look.update(step);
  }
  return seen;
}

test('what has been in sight for a second is seen, once', () => {
  expect(lookAt(true, 999)).toBe(0);
  expect(lookAt(true, 1_000)).toBe(1);
  expect(lookAt(true, true, 10_000)).toBe(1);
});

test('what passes by is not seen, and each look begins anew', () => {
  expect(lookAt(true, 900, false, 5_000)).toBe(0);
  expect(lookAt(true, 900, false, 10, true, 900)).toBe(0);
  expect(lookAt(true, 900, false, 10, true, 1_000)).toBe(1);
});
