import { SAMPLE_RATE, type StereoPcm } from './stereo.ts';

export interface ReverbSettings {
  /** Time to fall by 60 dB, seconds. */
  seconds: number;
  /** Silence before the room answers, seconds. */
  preDelay: number;
  /** Above this the room is dull, hertz. */
  dampHz: number;
}

/** Delay lines in samples: primes, so that their echoes never fall together. */
const LINES = [1433, 1601, 1867, 2053, 2251, 2399, 2617, 2797] as const;
const DIFFUSERS = [211, 337, 461, 571] as const;
const LOW_CUT_HZ = 180;

/**
 * A room as a feedback delay network of eight lines (Householder matrix) behind four all-pass diffusers. `input` is
 * mono; the answer is added to `out`.
 */
export function addReverb(out: StereoPcm, input: Float32Array, settings: ReverbSettings, gain: number): void {
  const diffused = diffuse(delayed(input, Math.round(settings.preDelay * SAMPLE_RATE)));
  const damp = Math.exp((-2 * Math.PI * settings.dampHz) / SAMPLE_RATE);
  // What comes round again: quieter by the room's time, duller by its damping.
  const keepOf = (length: number) => 10 ** ((-3 * length) / (SAMPLE_RATE * settings.seconds)) * (1 - damp);
  // Written out line by line: loops over arrays of lines take four times as long.
  const [n0, n1, n2, n3, n4, n5, n6, n7] = LINES;
  const l0 = new Float32Array(n0);
  const l1 = new Float32Array(n1);
  const l2 = new Float32Array(n2);
  const l3 = new Float32Array(n3);
  const l4 = new Float32Array(n4);
  const l5 = new Float32Array(n5);
  const l6 = new Float32Array(n6);
  const l7 = new Float32Array(n7);
  const g0 = keepOf(n0);
  const g1 = keepOf(n1);
  const g2 = keepOf(n2);
  const g3 = keepOf(n3);
  const g4 = keepOf(n4);
  const g5 = keepOf(n5);
  const g6 = keepOf(n6);
  const g7 = keepOf(n7);
  let [p0, p1, p2, p3, p4, p5, p6, p7] = [0, 0, 0, 0, 0, 0, 0, 0];
  let [d0, d1, d2, d3, d4, d5, d6, d7] = [0, 0, 0, 0, 0, 0, 0, 0];
  const { left, right } = out;
  for (let i = 0; i < diffused.length; i++) {
    d0 = (l0[p0] ?? 0) * g0 + d0 * damp;
    d1 = (l1[p1] ?? 0) * g1 + d1 * damp;
    d2 = (l2[p2] ?? 0) * g2 + d2 * damp;
    d3 = (l3[p3] ?? 0) * g3 + d3 * damp;
    d4 = (l4[p4] ?? 0) * g4 + d4 * damp;
    d5 = (l5[p5] ?? 0) * g5 + d5 * damp;
    d6 = (l6[p6] ?? 0) * g6 + d6 * damp;
    d7 = (l7[p7] ?? 0) * g7 + d7 * damp;
    left[i] = (left[i] ?? 0) + (d0 - d2 + d4 - d6) * gain;
    right[i] = (right[i] ?? 0) + (d1 - d3 + d5 - d7) * gain;
    const mix = (d0 + d1 + d2 + d3 + d4 + d5 + d6 + d7) * -0.25 + (diffused[i] ?? 0);
    l0[p0] = d0 + mix;
    l1[p1] = d1 + mix;
    l2[p2] = d2 + mix;
    l3[p3] = d3 + mix;
    l4[p4] = d4 + mix;
    l5[p5] = d5 + mix;
    l6[p6] = d6 + mix;
    l7[p7] = d7 + mix;
    if (++p0 === n0) p0 = 0;
    if (++p1 === n1) p1 = 0;
    if (++p2 === n2) p2 = 0;
    if (++p3 === n3) p3 = 0;
    if (++p4 === n4) p4 = 0;
    if (++p5 === n5) p5 = 0;
    if (++p6 === n6) p6 = 0;
    if (++p7 === n7) p7 = 0;
  }
}

function delayed(input: Float32Array, by: number): Float32Array {
  const out = new Float32Array(input.length);
  out.set(input.subarray(0, input.length - by), by);
  return out;
}

/** Takes the low end away and smears every impulse; works in place. */
function diffuse(samples: Float32Array): Float32Array {
  const cut = Math.exp((-2 * Math.PI * LOW_CUT_HZ) / SAMPLE_RATE);
  let low = 0;
  for (let i = 0; i < samples.length; i++) {
    const input = samples[i] ?? 0;
    low = input + (low - input) * cut;
    samples[i] = input - low;
  }
  for (const length of DIFFUSERS) {
    const line = new Float32Array(length);
    let place = 0;
    for (let i = 0; i < samples.length; i++) {
      const old = line[place] ?? 0;
      const input = (samples[i] ?? 0) - old * 0.62;
      line[place] = input;
      samples[i] = old + input * 0.62;
      if (++place === length) place = 0;
    }
  }
  return samples;
}

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
