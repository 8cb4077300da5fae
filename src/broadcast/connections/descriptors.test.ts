import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { Descriptors, RESERVED_DESCRIPTORS, tooFewOpenFiles } from './descriptors.ts';

test('fewer open files than listeners on all streams are worth a word with the number that it takes', () => {
  expect(tooFewOpenFiles(8, 1000, 8192)).toContain('ulimit -n 9088');
});

test('enough, unlimited or unknown limits are not', () => {
  expect(tooFewOpenFiles(8, 1000, 9088)).toBeNull();
  expect(tooFewOpenFiles(8, 1000, Number.POSITIVE_INFINITY)).toBeNull();
});

/** What is left of 1,000 descriptors beside the reserve, while the system counts `open`. */
function openDescriptors(open: () => number) {
  const clock = new ManualClock();
  let counted = 0;
  const countOpen = () => {
    counted += 1;
    return open();
  };
  const descriptors = new Descriptors({ limit: 1_000 + RESERVED_DESCRIPTORS, countOpen }, clock);
  return { clock, descriptors, counted: () => counted };
}

test('our own connections count at once, all else a few times a second: to count it costs', () => {
  let others = 100;
  const { clock, descriptors, counted } = openDescriptors(() => others);
  expect(descriptors.free).toBe(900);
  descriptors.take(30);
  others = 200;
  expect([descriptors.free, counted()]).toEqual([870, 1]);
  clock.advance(250);
  expect([descriptors.free, counted()]).toEqual([800, 2]);
  descriptors.take(-30);
  expect(descriptors.free).toBe(830);
});

test('where the system cannot count, or has closed what we still hold, nothing is won by that', () => {
  const { descriptors } = openDescriptors(() => 0);
  descriptors.take(40);
  expect(descriptors.free).toBe(960);
});
