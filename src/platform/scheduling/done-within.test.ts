import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { isDoneWithin } from './done-within.ts';

test('work that ends in time is done, and nothing is waited for any more', async () => {
  const clock = new ManualClock();
  expect(await isDoneWithin(1_000, Promise.resolve('x'), clock)).toBe(true);
  await expect(isDoneWithin(1_000, Promise.reject(new Error('no')), clock)).rejects.toThrow('no');
  expect(clock.untilNextMs).toBeNull();
});

test('work that takes longer is not done, and what it throws later harms nobody', async () => {
  const clock = new ManualClock();
  const work = Promise.withResolvers<void>();
  const isDone = isDoneWithin(1_000, work.promise, clock);
  clock.advance(999);
  clock.advance(1);
  expect(await isDone).toBe(false);
  work.reject(new Error('too late'));
});
