import '#src/audio/codec/open-container.ts';
import { FilterAPI } from 'node-av/api';
import { describe, expect, test } from 'vitest';
import { newStereoFrame, samplesIn } from '#src/audio/codec/sample-format.ts';
import type { StereoPcm } from '#src/audio/stereo-pcm.ts';
import { type Loudness, LoudnessMeter } from './loudness-meter.ts';

const RATE = 44_100;
/** FFmpeg gives what lies before the first 400 ms no loudness. */
const FIRST_STEPS = 3;
const EDGE_SAMPLES = 400;

/** Softly begun and ended, its noise without what lies next to half the sample rate: there, interpolations differ. */
function sound(seconds: number, left: (t: number, noise: number) => number, right = left): StereoPcm {
  const length = Math.round(seconds * RATE);
  const pcm = { left: new Float32Array(length), right: new Float32Array(length) };
  let seed = 1;
  let before = 0;
  for (let i = 0; i < length; i += 1) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    const now = seed / 0x3fffffff - 1;
    const edge = Math.min(1, i / EDGE_SAMPLES, (length - i) / EDGE_SAMPLES);
    pcm.left[i] = edge * left(i / RATE, (now + before) / 2);
    pcm.right[i] = edge * right(i / RATE, (now + before) / 2);
    before = now;
  }
  return pcm;
}

const tone = (hertz: number, level: number) => (t: number) => level * Math.sin(2 * Math.PI * hertz * t);

const SOUNDS: [string, StereoPcm][] = [
  ['a tone of 997 Hz', sound(5, tone(997, 0.1))],
  ['a deep tone', sound(5, tone(45, 0.5))],
  ['a high tone on one side', sound(5, tone(9_000, 0.3), () => 0)],
  [
    'noise, other on each side',
    sound(
      6,
      (_, noise) => 0.2 * noise,
      (t, noise) => 0.4 * noise * tone(3, 1)(t),
    ),
  ],
  [
    'loud and quiet parts, of which a gate leaves some out',
    sound(9, (t, noise) => (t % 3 < 1 ? 0.3 : t % 3 < 2 ? 0.004 : 0.1) * noise),
  ],
  ['sound between silences', sound(7, (t, noise) => (t > 2 && t < 4 ? 0.5 * noise : 0))],
  [
    'chords with beats',
    sound(6, (t) => (1 - ((2 * t) % 1)) * (tone(220, 0.2)(t) + tone(277, 0.2)(t) + tone(3_330, 0.1)(t))),
  ],
  ['an end within a tenth of a second', sound(3.456, tone(440, 0.4))],
];

function measured({ left, right }: StereoPcm, pieces: readonly number[]): Loudness {
  const meter = new LoudnessMeter();
  for (let at = 0, n = 0; at < left.length; n += 1) {
    const end = at + (pieces[n % pieces.length] ?? 1);
    meter.push({ left: left.slice(at, end), right: right.slice(at, end) });
    at = end;
  }
  return meter.finish();
}

function byFfmpeg({ left, right }: StereoPcm): Omit<Loudness, 'stepLufs'> {
  using filter = FilterAPI.create('asetnsamples=4410,ebur128=peak=true:framelog=quiet:metadata=1', {
    threads: 1,
  });
  using frame = newStereoFrame(left.length);
  const target = samplesIn(frame);
  target.left.set(left);
  target.right.set(right);
  const momentary: number[] = [];
  let [integrated, peak] = [0, 0];
  const read = (frames: Iterable<{ getMetadata(): { get(key: string): string | null } }>) => {
    for (const one of frames) {
      const values = one.getMetadata();
      momentary.push(Number(values.get('lavfi.r128.M')));
      integrated = Number(values.get('lavfi.r128.I'));
      peak = Number(values.get('lavfi.r128.true_peak'));
    }
  };
  read(filter.processAllSync(frame));
  filter.flushSync();
  read(filter.flushFramesSync());
  return {
    integratedLufs: integrated,
    truePeakDb: 20 * Math.log10(peak),
    momentaryLufs: Float32Array.from(momentary),
  };
}

describe.each(SOUNDS)('the meter, given %s', (_name, pcm) => {
  const expected = byFfmpeg(pcm);
  const found = measured(pcm, [RATE]);

  test('finds the loudness of the whole and the peak that FFmpeg finds', () => {
    expect(Math.abs(found.integratedLufs - expected.integratedLufs)).toBeLessThan(0.1);
    expect(Math.abs(found.truePeakDb - expected.truePeakDb)).toBeLessThan(0.1);
  });

  test('finds the loudness of each moment that FFmpeg finds', () => {
    expect(found.momentaryLufs.length).toBe(expected.momentaryLufs.length);
    for (const [step, lufs] of expected.momentaryLufs.entries()) {
      if (step < FIRST_STEPS || !(lufs > -70)) continue;
      expect(Math.abs((found.momentaryLufs[step] ?? 0) - lufs)).toBeLessThan(0.1);
    }
  });

  test('finds the loudness of each tenth of a second, four of which are a moment', () => {
    const power = (lufs: number) => 10 ** (lufs / 10);
    expect(found.stepLufs.length).toBe(found.momentaryLufs.length);
    for (const [step, lufs] of found.momentaryLufs.entries()) {
      if (step < FIRST_STEPS || !(lufs > -70)) continue;
      const four = found.stepLufs.subarray(step - 3, step + 1);
      const mean = four.reduce((sum, one) => sum + power(one), 0) / 4;
      expect(10 * Math.log10(mean)).toBeCloseTo(lufs, 2);
    }
  });

  test('finds the same whatever pieces it comes in', () => {
    const pieces = measured(pcm, [1, 4_409, 4_411, 17, 30_000]);
    expect(pieces.integratedLufs).toBeCloseTo(found.integratedLufs, 6);
    expect(pieces.momentaryLufs).toEqual(found.momentaryLufs);
  });
});

describe('the meter', () => {
  test('reads the reference tone of BS.1770, 997 Hz at full scale on one side, as -3.01 LUFS', () => {
    expect(
      measured(
        sound(3, tone(997, 1), () => 0),
        [RATE],
      ).integratedLufs,
    ).toBeCloseTo(-3.01, 1);
  });

  test('finds no loudness in silence, nor in nothing', () => {
    for (const seconds of [0, 1])
      expect(
        measured(
          sound(seconds, () => 0),
          [RATE],
        ),
      ).toMatchObject({
        integratedLufs: Number.NEGATIVE_INFINITY,
        truePeakDb: Number.NEGATIVE_INFINITY,
      });
  });

  test('goes on behind samples that are no numbers', () => {
    const pcm = sound(6, tone(997, 0.1));
    const whole = measured(pcm, [RATE]);
    pcm.left.fill(Number.NaN, 2 * RATE, 2 * RATE + 5);
    const { integratedLufs, truePeakDb, momentaryLufs } = measured(pcm, [RATE]);
    expect(integratedLufs).toBeCloseTo(whole.integratedLufs, 2);
    expect(truePeakDb).toBeCloseTo(whole.truePeakDb, 1);
    expect(momentaryLufs[50]).toBeCloseTo(whole.momentaryLufs[50] ?? 0, 2);
  });
});
