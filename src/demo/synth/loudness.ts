import { SAMPLE_RATE, type StereoPcm } from './stereo.ts';

/** Coefficients of ITU-R BS.1770's two weighting stages, for any rate: [b0, b1, b2, a1, a2]. */
type Biquad = readonly [number, number, number, number, number];

const BLOCK_SECONDS = 0.4;
const STEP_SECONDS = 0.1;

/** Integrated loudness in LUFS (ITU-R BS.1770-4, both gates); −70 for silence. */
export function measureLoudness(pcm: StereoPcm): number {
  const stages = [shelf(), highPass()] as const;
  const steps = stepPowers(pcm.left, stages);
  stepPowers(pcm.right, stages).forEach((power, index) => {
    steps[index] = (steps[index] ?? 0) + power;
  });
  const perBlock = Math.round(BLOCK_SECONDS / STEP_SECONDS);
  const blocks: number[] = [];
  for (let at = 0; at + perBlock <= steps.length; at++) {
    let sum = 0;
    for (let i = at; i < at + perBlock; i++) sum += steps[i] ?? 0;
    blocks.push(sum / perBlock);
  }
  const audible = blocks.filter((power) => lufs(power) > -70);
  const gate = lufs(mean(audible)) - 10;
  return lufs(mean(audible.filter((power) => lufs(power) > gate)));
}

function lufs(power: number): number {
  return power > 0 ? Math.max(-70, -0.691 + 10 * Math.log10(power)) : -70;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Mean weighted power of every 100 ms: both stages in one pass, transposed direct form II. */
function stepPowers(samples: Float32Array, [first, second]: readonly [Biquad, Biquad]): number[] {
  const size = Math.round(STEP_SECONDS * SAMPLE_RATE);
  const [b0, b1, b2, a1, a2] = first;
  const [c0, c1, c2, d1, d2] = second;
  const powers: number[] = [];
  let [y1, y2, z1, z2] = [0, 0, 0, 0];
  for (let from = 0; from + size <= samples.length; from += size) {
    let sum = 0;
    for (let i = from; i < from + size; i++) {
      const input = samples[i] ?? 0;
      const shelved = input * b0 + y1;
      y1 = input * b1 + y2 - a1 * shelved;
      y2 = input * b2 - a2 * shelved;
      const weighted = shelved * c0 + z1;
      z1 = shelved * c1 + z2 - d1 * weighted;
      z2 = shelved * c2 - d2 * weighted;
      sum += weighted * weighted;
    }
    powers.push(sum / size);
  }
  return powers;
}

function shelf(): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / SAMPLE_RATE);
  const q = 0.7071752369554196;
  const vh = 10 ** (3.999843853973347 / 20);
  const vb = vh ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return [
    (vh + (vb * k) / q + k * k) / a0,
    (2 * (k * k - vh)) / a0,
    (vh - (vb * k) / q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / q + k * k) / a0,
  ];
}

function highPass(): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / SAMPLE_RATE);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return [1, -2, 1, (2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0];
}
