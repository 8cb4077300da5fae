import type { SampleRange } from '#src/audio/codec/cut-preview.ts';
import { SAMPLE_RATE } from '#src/audio/mp3/broadcast-format.ts';
import { PREVIEW_SECONDS } from '#src/contract/limits.ts';

export const PREVIEW_FADE_SECONDS = 1;

const STEPS_PER_SECOND = 10;
const WINDOW = PREVIEW_SECONDS * STEPS_PER_SECOND;
const FADE = PREVIEW_FADE_SECONDS * STEPS_PER_SECOND;

/** Length of the intro: the first 15 %, and never more than 20 s. */
const INTRO_PART = 0.15;
const INTRO_MAX = 20 * STEPS_PER_SECOND;

/** Lowest loudness of a gap, so that one rest does not spoil a chorus. */
const FLOOR_LUFS = -50;

/**
 * Finds the 51 s that are most typical of a track: the loudest stretch after its intro, by the mean of its
 * loudness, so that a single bang does not win. The whole track when it is shorter. Loudness is in tenths of
 * a second, the range in samples.
 */
export function choosePreview(momentaryLufs: Float32Array, seconds: number): SampleRange {
  const steps = momentaryLufs.length;
  if (steps <= WINDOW) return { start: 0, end: Math.ceil(seconds * SAMPLE_RATE) };

  const last = steps - WINDOW;
  const first = Math.min(last, INTRO_MAX, Math.floor(steps * INTRO_PART));
  let sum = 0;
  for (let i = first; i < first + WINDOW; i += 1) sum += loudnessAt(momentaryLufs, i);
  let best = first;
  let bestSum = sum;
  for (let start = first + 1; start <= last; start += 1) {
    sum += loudnessAt(momentaryLufs, start + WINDOW - 1) - loudnessAt(momentaryLufs, start - 1);
    if (sum > bestSum + 1e-6) {
      best = start;
      bestSum = sum;
    }
  }
  const start = (Math.max(0, best - FADE) * SAMPLE_RATE) / STEPS_PER_SECOND;
  return { start, end: start + PREVIEW_SECONDS * SAMPLE_RATE };
}

function loudnessAt(momentaryLufs: Float32Array, step: number): number {
  return Math.max(FLOOR_LUFS, momentaryLufs[step] ?? FLOOR_LUFS);
}
