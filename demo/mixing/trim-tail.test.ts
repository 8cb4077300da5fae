import { expect, test } from 'vitest';
import { createStereo, SAMPLE_RATE } from '#demo/synth/stereo.ts';
import { trimTail } from './trim-tail.ts';

test('a track that rings out unheard ends a quarter of a second after its last audible sample', () => {
  const pcm = createStereo(4 * SAMPLE_RATE);
  pcm.left.fill(0.5, 0, SAMPLE_RATE);
  pcm.right.fill(0.0005, SAMPLE_RATE);
  const trimmed = trimTail(pcm);
  expect(trimmed.left.length / SAMPLE_RATE).toBeCloseTo(1.25, 3);
  expect(trimmed.right.length).toBe(trimmed.left.length);
  expect(trimmed.left[SAMPLE_RATE / 2]).toBe(0.5);
  expect(trimmed.right.at(-1)).toBe(0);
});

test('a track that sounds to its end keeps its length', () => {
  const pcm = createStereo(SAMPLE_RATE);
  pcm.right.fill(0.4);
  expect(trimTail(pcm).right.length).toBe(SAMPLE_RATE);
});
