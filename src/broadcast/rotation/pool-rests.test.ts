import { expect, test } from 'vitest';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { artistGap, ROTATION_RULES, trackRestMs } from './pool-rests.ts';

const TYPICAL_MS = 4 * MINUTE_MS;

/** Plays between two of an artist who has even turns that far apart. */
function gapPlays(even: number): number {
  return artistGap({ plays: even, typicalMs: TYPICAL_MS, stepPlays: 1 }, ROTATION_RULES).plays;
}

test('an artist has most of an even spacing between two plays, and never so much that the order is fixed', () => {
  expect([10, 5, 2].map(gapPlays)).toEqual([6, 3, 2]);
  // Three whole plays would leave an artist who comes every third to fourth play no other place.
  expect([3.4, 3.6].map(gapPlays)).toEqual([2, 2]);
  expect(gapPlays(3.8)).toBe(3);
});

test('an artist rests for the time of the rules where the pool is long, and not at all where it is too short', () => {
  const restMs = (plays: number) =>
    artistGap({ plays, typicalMs: TYPICAL_MS, stepPlays: 1 }, ROTATION_RULES).restMs;
  expect(restMs(100)).toBe(ROTATION_RULES.artistRestMs);
  expect(restMs(20)).toBe(ROTATION_RULES.artistRestMs);
  // As much as leaves some chance, in a pool that is hardly long enough.
  expect(restMs(15)).toBeCloseTo(0.9 * 15 * TYPICAL_MS - TYPICAL_MS);
  expect(restMs(14)).toBe(0);
});

test('a track rests for the time of the rules, and in a short pool for part of what others fill', () => {
  const restMs = (roundMs: number) =>
    trackRestMs({ roundMs, typicalMs: TYPICAL_MS }, TYPICAL_MS, ROTATION_RULES);
  expect(restMs(1_000 * MINUTE_MS)).toBe(ROTATION_RULES.trackRestMs);
  expect(restMs(100 * MINUTE_MS)).toBeCloseTo(0.65 * 96 * MINUTE_MS - 0.35 * TYPICAL_MS);
  expect(restMs(TYPICAL_MS)).toBe(0);
});
