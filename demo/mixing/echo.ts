import { SAMPLE_RATE, type StereoPcm } from '#demo/synth/stereo.ts';

/** Repeats that jump from side to side and grow darker; `input` is mono, the answer is added to `out`. */
export function addEcho(
  out: StereoPcm,
  input: Float32Array,
  settings: { seconds: number; feedback: number; highCutHz: number },
): void {
  const length = Math.max(1, Math.round(settings.seconds * SAMPLE_RATE));
  const left = new Float32Array(length);
  const right = new Float32Array(length);
  const dull = Math.exp((-2 * Math.PI * settings.highCutHz) / SAMPLE_RATE);
  const thin = Math.exp((-2 * Math.PI * 220) / SAMPLE_RATE);
  let place = 0;
  let smooth = 0;
  let low = 0;
  for (let i = 0; i < input.length; i++) {
    const fromLeft = left[place] ?? 0;
    const fromRight = right[place] ?? 0;
    out.left[i] = (out.left[i] ?? 0) + fromLeft;
    out.right[i] = (out.right[i] ?? 0) + fromRight;
    const fed = (input[i] ?? 0) + fromRight * settings.feedback;
    smooth = fed + (smooth - fed) * dull;
    low = smooth + (low - smooth) * thin;
    left[place] = smooth - low;
    right[place] = fromLeft * settings.feedback;
    if (++place === length) place = 0;
  }
}
