import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { BroadcastWatch } from './broadcast-watch.ts';
import type { ProcessStrain } from './web-watch.ts';

let clock: ManualClock;
let strain: ProcessStrain | null;
let rests: boolean;
let hung: number;
let watch: BroadcastWatch;

beforeEach(() => {
  clock = new ManualClock();
  [strain, rests, hung] = [{ state: 'R', waitedMs: 0 }, false, 0];
  const onHung = () => (hung += 1);
  watch = new BroadcastWatch({ strain: () => strain, rests: () => rests, onHung, clock });
});

/** Lets that many looks go by. */
const looks = (count: number) => {
  for (let at = 0; at < count; at += 1) clock.advance(5_000);
};

test('one that is at work and says nothing for fifteen seconds hangs', () => {
  looks(3);
  expect(hung).toBe(0);
  looks(1);
  expect(hung).toBe(1);
});

test('a stopped one is left to a hand at a terminal for five seconds', () => {
  strain = { state: 'T', waitedMs: 0 };
  looks(1);
  expect(hung).toBe(0);
  looks(1);
  expect(hung).toBe(1);
});

test('one that waits for whatever comes, or has said something, is well', () => {
  looks(3);
  rests = true;
  looks(1);
  rests = false;
  looks(3);
  watch.heard();
  looks(3);
  expect(hung).toBe(0);
});

test('time in which it waits for a processor, or for the disk, is none in which it hangs', () => {
  looks(1);
  strain = { state: 'R', waitedMs: 14_000 };
  looks(5);
  expect(hung).toBe(0);
  strain = { state: 'D', waitedMs: 14_000 };
  looks(5);
  expect(hung).toBe(0);
  strain = { state: 'S', waitedMs: 14_000 };
  looks(1);
  expect(hung).toBe(1);
});

test('a machine that stood still says nothing of one of its processes', () => {
  strain = { state: 'T', waitedMs: 0 };
  looks(1);
  clock.standStill(60_000);
  looks(1);
  expect(hung).toBe(0);
  looks(1);
  expect(hung).toBe(1);
});

test('where the system says nothing of processes, their words alone count', () => {
  strain = null;
  looks(3);
  watch.heard();
  looks(3);
  expect(hung).toBe(0);
  looks(1);
  expect(hung).toBe(1);
});

test('nothing is looked at any more once it is disposed', () => {
  watch[Symbol.dispose]();
  looks(10);
  expect(hung).toBe(0);
});
