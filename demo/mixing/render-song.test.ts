import { describe, expect, test } from 'vitest';
import { songSeconds } from '#demo/composition/song.ts';
import { DEMO_FILES, DEMO_TRACKS } from '#demo/programme/demo-files.ts';
import { measureLoudness } from '#demo/synth/loudness.ts';
import { createStereo, SAMPLE_RATE, type StereoPcm } from '#demo/synth/stereo.ts';
import { renderSong, trimTail } from './render-song.ts';

function mean(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
}

function peak(samples: Float32Array): number {
  return samples.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0);
}

function correlation({ left, right }: StereoPcm): number {
  let [both, l, r] = [0, 0, 0];
  for (let i = 0; i < left.length; i++) {
    both += (left[i] ?? 0) * (right[i] ?? 0);
    l += (left[i] ?? 0) ** 2;
    r += (right[i] ?? 0) ** 2;
  }
  return both / Math.sqrt(l * r);
}

/** What every piece must be, whatever it plays. */
function expectSound(pcm: StereoPcm, seconds: number): void {
  expect(pcm.left.length).toBe(Math.round(seconds * SAMPLE_RATE));
  expect(measureLoudness(pcm)).toBeGreaterThan(-18);
  expect(measureLoudness(pcm)).toBeLessThan(-14);
  for (const side of [pcm.left, pcm.right]) {
    expect(peak(side)).toBeLessThan(0.83);
    expect(Math.abs(mean(side))).toBeLessThan(0.001);
    expect(peak(side.subarray(0, SAMPLE_RATE / 2))).toBeGreaterThan(0.02);
    expect(peak(side.subarray(-200))).toBeLessThan(0.001);
    expect(side.every(Number.isFinite)).toBe(true);
  }
  expect(correlation(pcm)).toBeGreaterThan(0.3);
  expect(correlation(pcm)).toBeLessThan(0.999);
}

describe('A rendered jingle', () => {
  const jingles = DEMO_FILES.filter(({ path }) => path.startsWith('jingles/'));
  test.each(jingles)('$path is loud enough, never clips and ends in silence', ({ song }) => {
    expectSound(renderSong(song()), songSeconds(song()));
  });

  test('is the same to the sample when it is rendered again', () => {
    const [jingle] = jingles;
    if (!jingle) throw new Error('no jingle');
    expect(renderSong(jingle.song())).toEqual(renderSong(jingle.song()));
  });
});

test('A rendered track is loud enough, never clips, begins at once and ends in silence', () => {
  const [track] = DEMO_TRACKS.club;
  if (!track) throw new Error('no track');
  expectSound(renderSong(track.song()), songSeconds(track.song()));
});

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
