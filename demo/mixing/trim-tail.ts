import { SAMPLE_RATE, type StereoPcm } from '#demo/synth/stereo.ts';

/** −52 dBFS: what is quieter at the end of a piece is heard as a hole before the next one. */
const AUDIBLE = 10 ** (-52 / 20);
const FADE_SAMPLES = Math.round(0.25 * SAMPLE_RATE);

/** The sound without its inaudible tail: it fades within a quarter of a second after its last audible sample. */
export function trimTail({ left, right }: StereoPcm): StereoPcm {
  let last = left.length - 1;
  while (last > 0 && Math.abs(left[last] ?? 0) < AUDIBLE && Math.abs(right[last] ?? 0) < AUDIBLE) last--;
  const end = Math.min(left.length, last + FADE_SAMPLES);
  const trimmed = { left: left.slice(0, end), right: right.slice(0, end) };
  for (const side of [trimmed.left, trimmed.right]) fadeOut(side, end - last);
  return trimmed;
}

function fadeOut(side: Float32Array, samples: number): void {
  for (let i = 0; i < samples; i++) {
    const at = side.length - 1 - i;
    side[at] = ((side[at] ?? 0) * i) / samples;
  }
}
