import { expect, test } from 'vitest';
import { approachTo, continuationOf } from './continuation.ts';

const RATE = 44_100;
const LENGTH = 8_192;

const tones = (from: number, count: number) =>
  Float32Array.from({ length: count }, (_, i) =>
    [97, 220, 441.3, 1_830].reduce(
      (sum, hertz) => sum + 0.1 * Math.sin((2 * Math.PI * hertz * (from + i)) / RATE),
      0,
    ),
  );
function noise(count: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 0.2 * (state / 2 ** 31 - 1);
  });
}
const power = (samples: Float32Array) =>
  samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
const decibels = (ratio: number) => 10 * Math.log10(ratio);

test('tones go on as they were', () => {
  const truth = tones(LENGTH, 600);
  const error = continuationOf(tones(0, LENGTH), 600, 600).map((sample, i) => sample - (truth[i] ?? 0));
  expect(decibels(power(truth) / power(error))).toBeGreaterThan(30);
});

test('tones are led up to as they would have begun', () => {
  const truth = tones(-600, 600);
  const lead = approachTo(tones(0, LENGTH), 600);
  const near = (samples: Float32Array) => samples.subarray(500);
  const error = near(lead).map((sample, i) => sample - (near(truth)[i] ?? 0));
  expect(decibels(power(near(truth)) / power(error))).toBeGreaterThan(20);
});

test('what nobody can predict stays as loud while it is held, then fades to nothing', () => {
  const sound = noise(LENGTH);
  const continuation = continuationOf(sound, 4_000, 1_151);
  for (let at = 0; at + 200 < 1_151; at += 200)
    expect(Math.abs(decibels(power(continuation.subarray(at, at + 200)) / power(sound)))).toBeLessThan(4);
  expect(Math.max(...continuation.subarray(2_400))).toBe(0);
});

test('a blow at the very end does not come again', () => {
  const sound = noise(LENGTH).map((sample) => sample / 20);
  sound[LENGTH - 100] = 1;
  expect(Math.max(...continuationOf(sound, 1_151, 1_151).map(Math.abs))).toBeLessThan(0.2);
});

test('silence goes on as silence, and a sound of a few samples breaks nothing', () => {
  expect(continuationOf(new Float32Array(LENGTH), 100, 50)).toEqual(new Float32Array(100));
  expect(continuationOf(new Float32Array(0), 100, 50)).toEqual(new Float32Array(100));
  for (const sample of continuationOf(Float32Array.of(0.5, -0.5), 100, 50))
    expect(Math.abs(sample)).toBeLessThan(1);
});
