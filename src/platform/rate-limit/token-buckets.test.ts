import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { CallerBuckets, TokenBuckets } from './token-buckets.ts';

test('after the burst it goes on at the pace, and what is saved up is no more than the burst', () => {
  const clock = new ManualClock();
  const buckets = new TokenBuckets({ perSecond: 2, burst: 3, clock });
  const taken = () => Array.from({ length: 5 }, () => buckets.take('a'));
  expect(taken()).toEqual([null, null, null, 500, 500]);
  clock.advance(500);
  expect(buckets.take('a')).toBeNull();
  expect(buckets.take('a')).toBe(500);
  clock.advance(60_000);
  expect(taken()).toEqual([null, null, null, 500, 500]);
});

test('a site of many /64s has eight times the part of one', () => {
  const buckets = new CallerBuckets({ perSecond: 1, burst: 10, clock: new ManualClock() });
  const taken = Array.from({ length: 130 * 10 }, (_, at) => buckets.take(`2001:db8:1:${at % 130}::1`));
  expect(taken.filter((waitMs) => waitMs === null)).toHaveLength(80);
  const own = Array.from({ length: 20 }, () => buckets.take('192.0.2.1'));
  expect(own.filter((waitMs) => waitMs === null)).toHaveLength(10);
});

test('keys are counted apart, and made-up ones push nobody’s counter into the memory for good', () => {
  const buckets = new TokenBuckets({ perSecond: 1, burst: 1, clock: new ManualClock() });
  expect(buckets.take('a')).toBeNull();
  expect(buckets.take('b')).toBeNull();
  expect(buckets.take('a')).not.toBeNull();
  for (let count = 0; count < 10_000; count += 1) buckets.take(`made-up ${count}`);
  expect(buckets.take('a')).toBeNull();
});
