import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SAMPLE_RATE } from '#src/audio/mp3/broadcast-format.ts';
import { choosePreview } from './choose-preview.ts';

/** Momentary loudness of `seconds`, -30 LUFS but for what `parts` say. */
function track(seconds: number, parts: Array<{ from: number; to: number; lufs: number }> = []): Float32Array {
  return Float32Array.from({ length: seconds * 10 }, (_, i) => {
    return parts.find(({ from, to }) => i / 10 >= from && i / 10 < to)?.lufs ?? -30;
  });
}

const inSeconds = ({ start, end }: { start: number; end: number }) => [
  start / SAMPLE_RATE,
  end / SAMPLE_RATE,
];

test('a track shorter than the preview is taken whole', () => {
  expect(inSeconds(choosePreview(track(40), 40))).toEqual([0, 40]);
});

test('the loud part of a track is found, with its fade before it', () => {
  const range = choosePreview(track(240, [{ from: 100, to: 151, lufs: -10 }]), 240);
  expect(inSeconds(range)).toEqual([99, 150]);
});

test('one bang does not outweigh a chorus', () => {
  const parts = [
    { from: 200, to: 201, lufs: 0 },
    { from: 60, to: 120, lufs: -18 },
  ];
  const [start = 0] = inSeconds(choosePreview(track(240, parts), 240));
  expect(start).toBeGreaterThanOrEqual(58);
  expect(start).toBeLessThan(70);
});

test('the intro is left out even when it is as loud as the rest', () => {
  const [start = 0] = inSeconds(choosePreview(track(240), 240));
  expect(start).toBeGreaterThan(10);
});

test('51 s that lie within the track are chosen, whatever its loudness', () => {
  const values = fc.array(fc.double({ min: -120, max: 3, noNaN: true }), { minLength: 511, maxLength: 3000 });
  fc.assert(
    fc.property(values, (lufs) => {
      const { start, end } = choosePreview(Float32Array.from(lufs), lufs.length / 10);
      expect(end - start).toBe(51 * SAMPLE_RATE);
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual((lufs.length / 10) * SAMPLE_RATE);
    }),
  );
});
