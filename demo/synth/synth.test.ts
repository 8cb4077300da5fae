import { expect, test } from 'vitest';
import { Filter } from './filter.ts';
import { measureLoudness } from './loudness.ts';
import { createRandom } from './random.ts';
import { addReverb } from './reverb-and-echo.ts';
import { createStereo, SAMPLE_RATE } from './stereo.ts';
import { TABLE_SIZE, wavetable } from './wavetable.ts';

function sine(hz: number, seconds: number, level: number): Float32Array {
  return Float32Array.from(
    { length: seconds * SAMPLE_RATE },
    (_, i) => level * Math.sin((2 * Math.PI * hz * i) / SAMPLE_RATE),
  );
}

function power(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
}

test('The loudness meter reads BS.1770 reference tone: 997 Hz at full scale on one side is -3.01 LUFS', () => {
  const silent = new Float32Array(3 * SAMPLE_RATE);
  expect(measureLoudness({ left: sine(997, 3, 1), right: silent })).toBeCloseTo(-3.01, 1);
  expect(measureLoudness({ left: silent, right: silent })).toBe(-70);
});

test('A generator gives the same row for the same seed and another for another', () => {
  const row = (seed: string) => Array.from({ length: 5 }, createRandom(seed));
  expect(row('mer')).toEqual(row('mer'));
  expect(row('mer')).not.toEqual(row('ciel'));
  expect(row('mer').every((value) => value >= 0 && value < 1)).toBe(true);
});

test('A low-pass filter keeps what lies an octave below and takes what lies two octaves above', () => {
  const through = (hz: number) => {
    const samples = sine(hz, 1, 1);
    const before = power(samples);
    new Filter('low').process(samples, 0, samples.length, 1000, 0);
    return 10 * Math.log10(power(samples) / before);
  };
  expect(through(500)).toBeGreaterThan(-4);
  expect(through(4000)).toBeLessThan(-20);
});

test('A saw played high holds no partial above half the sample rate', () => {
  const table = wavetable('saw').tableFor(7000);
  const real = (harmonic: number) =>
    Math.abs(
      table
        .subarray(0, TABLE_SIZE)
        .reduce((sum, value, i) => sum + value * Math.sin((2 * Math.PI * harmonic * i) / TABLE_SIZE), 0),
    ) / TABLE_SIZE;
  expect(real(1)).toBeGreaterThan(0.3);
  expect(real(4)).toBeLessThan(1e-6);
});

test('A room has died away after its time', () => {
  const out = createStereo(2 * SAMPLE_RATE);
  const click = new Float32Array(2 * SAMPLE_RATE);
  click[0] = 1;
  addReverb(out, click, { seconds: 0.8, preDelay: 0, dampHz: 8000 }, 1);
  const early = power(out.left.subarray(0, 0.3 * SAMPLE_RATE));
  const late = power(out.left.subarray(1.2 * SAMPLE_RATE));
  expect(10 * Math.log10(late / early)).toBeLessThan(-50);
});
