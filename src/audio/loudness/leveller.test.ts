import '#src/audio/codec/open-container.ts';
import { FilterAPI } from 'node-av/api';
import { describe, expect, test } from 'vitest';
import { newStereoFrame, samplesIn } from '#src/audio/codec/sample-format.ts';
import type { StereoPcm } from '#src/audio/stereo-pcm.ts';
import { Leveller } from './leveller.ts';
import { TruePeakMeter } from './true-peak-meter.ts';

const RATE = 44_100;

/** Bursts of noise, tones and clipped tones, from quiet to far above full scale. */
function bursts(seconds: number): StereoPcm {
  const length = seconds * RATE;
  const left = new Float32Array(length);
  const right = new Float32Array(length);
  let noise = 1;
  for (let i = 0; i < length; i += 1) {
    noise = (Math.imul(noise, 1_103_515_245) + 12_345) & 0x7fffffff;
    const t = i / RATE;
    const loud = t % 0.5 < 0.03 ? 1.8 : 0.2;
    left[i] = loud * (0.3 * (noise / 0x3fffffff - 1) + 0.6 * Math.sin(2 * Math.PI * 9_876 * t));
    right[i] = Math.max(-0.9, Math.min(0.9, loud * Math.sin(2 * Math.PI * 440 * t)));
  }
  return { left, right };
}

function inPieces({ left, right }: StereoPcm, lengths: readonly number[]): StereoPcm[] {
  const pieces: StereoPcm[] = [];
  for (let at = 0, n = 0; at < left.length; n += 1) {
    const end = at + (lengths[n % lengths.length] ?? 1);
    pieces.push({ left: left.slice(at, end), right: right.slice(at, end) });
    at = end;
  }
  return pieces;
}

function levelled(leveller: Leveller, pieces: readonly StereoPcm[]): StereoPcm {
  const given = [...pieces.map((piece) => leveller.push(piece)), leveller.finish()];
  return {
    left: Float32Array.from(given.flatMap(({ left }) => [...left])),
    right: Float32Array.from(given.flatMap(({ right }) => [...right])),
  };
}

function truePeakDb(samples: Float32Array): number {
  const meter = new TruePeakMeter();
  for (const piece of inPieces({ left: samples, right: samples }, [1000, 7, 44_100])) meter.push(piece.left);
  return meter.finish();
}

/** As FFmpeg's meter reads it. */
function peakByFfmpeg({ left, right }: StereoPcm): number {
  using filter = FilterAPI.create('ebur128=peak=true:framelog=quiet:metadata=1', { threads: 1 });
  using frame = newStereoFrame(left.length);
  const target = samplesIn(frame);
  target.left.set(left);
  target.right.set(right);
  let peak = 0;
  for (const one of filter.processAllSync(frame)) {
    using values = one.getMetadata();
    peak = Math.max(peak, Number(values.get('lavfi.r128.true_peak') ?? 0));
    one.free();
  }
  return 20 * Math.log10(peak);
}

describe('the true peak', () => {
  test('is what FFmpeg finds, whatever pieces it is given in', () => {
    const { left, right } = bursts(2);
    expect(truePeakDb(left)).toBeCloseTo(peakByFfmpeg({ left, right: left }), 0);
    expect(Math.abs(truePeakDb(left) - peakByFfmpeg({ left, right: left }))).toBeLessThan(0.25);
    expect(Math.abs(truePeakDb(right) - peakByFfmpeg({ left: right, right }))).toBeLessThan(0.25);
  });

  test('lies between samples where the sound does', () => {
    const tone = Float32Array.from(
      { length: RATE },
      (_, i) => 0.5 * Math.sin((Math.PI / 2) * i + Math.PI / 4),
    );
    expect(Math.max(...tone)).toBeCloseTo(0.5 / Math.SQRT2);
    expect(truePeakDb(tone.map((sample, i) => sample * Math.sin((Math.PI * i) / RATE) ** 2))).toBeCloseTo(
      -6.02,
      1,
    );
  });

  test('is told of wherever it lies above a level, and nowhere else', () => {
    const { left } = bursts(2);
    const places: [number, number][] = [];
    const onAbove = (from: number, to: number, peakDb: number) => {
      expect(peakDb).toBeGreaterThan(-6);
      places.push([from, to]);
    };
    const meter = new TruePeakMeter({ levelDb: -6, onAbove });
    for (const piece of inPieces({ left, right: left }, [1000, 7, 44_100])) meter.push(piece.left);
    expect(meter.finish()).toBeCloseTo(truePeakDb(left), 6);
    for (const range of places) {
      expect(Math.min(...range.map((at) => at % (RATE / 2)))).toBeLessThanOrEqual(0.03 * RATE);
    }
    for (const [at, sample] of left.entries()) {
      if (Math.abs(sample) > 10 ** (-6 / 20))
        expect(places.some(([from, to]) => from <= at && at < to)).toBe(true);
    }
  });

  test('of silence is none', () => {
    expect(truePeakDb(new Float32Array(1000))).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe('the leveller', () => {
  const sound = bursts(2);

  test('keeps the sound between the samples of both channels under its ceiling', () => {
    const result = levelled(new Leveller({ gainDb: 4, ceilingDb: -3 }), inPieces(sound, [44_100]));
    expect(truePeakDb(sound.left) + 4).toBeGreaterThan(3);
    expect(truePeakDb(result.left)).toBeLessThan(-2.8);
    expect(truePeakDb(result.right)).toBeLessThan(-2.8);
    expect(peakByFfmpeg(result)).toBeLessThan(-2.7);
  });

  test('gives as many samples as it gets, the same ones whatever pieces they come in', () => {
    const whole = levelled(new Leveller({ gainDb: 4, ceilingDb: -3 }), [sound]);
    const pieces = levelled(
      new Leveller({ gainDb: 4, ceilingDb: -3 }),
      inPieces(sound, [1, 300, 5, 44_100, 17]),
    );
    expect(whole.left.length).toBe(sound.left.length);
    expect(pieces.left.length).toBe(sound.left.length);
    expect(largestDifference(whole.left, pieces.left)).toBeLessThan(1e-6);
    expect(largestDifference(whole.right, pieces.right)).toBeLessThan(1e-6);
  });

  test('touches nothing but the surroundings of what is too loud', () => {
    const result = levelled(new Leveller({ gainDb: 0, ceilingDb: -3 }), inPieces(sound, [4410]));
    const from = Math.round(0.45 * RATE);
    const calm = (samples: Float32Array) => samples.subarray(from, from + Math.round(0.04 * RATE));
    expect(largestDifference(calm(result.left), calm(sound.left))).toBeLessThan(0.002);
  });

  test('without a ceiling only amplifies', () => {
    const result = levelled(new Leveller({ gainDb: -6, ceilingDb: null }), [sound]);
    expect(
      largestDifference(
        result.left,
        sound.left.map((sample) => sample * 10 ** -0.3),
      ),
    ).toBeLessThan(1e-6);
  });
});

function largestDifference(a: Float32Array, b: Float32Array): number {
  return a.reduce((largest, value, i) => Math.max(largest, Math.abs(value - (b[i] ?? 0))), 0);
}
