import { Filter } from '#demo/synth/filter.ts';
import { measureLoudness } from '#demo/synth/loudness.ts';
import { SAMPLE_RATE, type StereoPcm, samplesOf } from '#demo/synth/stereo.ts';

const BLOCK = 32;
/** Highest sample; leaves 0.5 dB for what rises between samples. */
const CEILING = 0.82;
const LOOK_AHEAD_BLOCKS = 4;

/** Brings a mix to its loudness, in place: low cut, gentle compression, soft clipping, limiter, faded ends. */
export function master(mix: StereoPcm, lufs: number): void {
  for (const side of [mix.left, mix.right]) {
    new Filter('high').process(side, 0, side.length, 24, 0.3);
    lift(side);
  }
  scale(mix, 10 ** ((lufs + 1 - measureLoudness(mix)) / 20));
  compress(mix);
  clipSoftly(mix);
  scale(mix, 10 ** ((lufs - measureLoudness(mix)) / 20));
  limit(mix);
  fadeEnds(mix);
}

function scale(mix: StereoPcm, gain: number): void {
  for (const side of [mix.left, mix.right]) {
    for (let i = 0; i < side.length; i++) side[i] = (side[i] ?? 0) * gain;
  }
}

const LIFT_HZ = 1500;
const LIFT = 0.5;

/** A gentle shelf: 3.5 dB more above 2 kHz. */
function lift(side: Float32Array): void {
  const keep = Math.exp((-2 * Math.PI * LIFT_HZ) / SAMPLE_RATE);
  let low = 0;
  for (let i = 0; i < side.length; i++) {
    const input = side[i] ?? 0;
    low = input + (low - input) * keep;
    side[i] = input + (input - low) * LIFT;
  }
}

const THRESHOLD = 0.2;
const ATTACK_SECONDS = 0.012;
const RELEASE_SECONDS = 0.16;

/** Two to one above the threshold, both sides alike, following the level of blocks. */
function compress(mix: StereoPcm): void {
  const attack = Math.exp(-BLOCK / (ATTACK_SECONDS * SAMPLE_RATE));
  const release = Math.exp(-BLOCK / (RELEASE_SECONDS * SAMPLE_RATE));
  let level = 0;
  let gain = 1;
  for (let from = 0; from < mix.left.length; from += BLOCK) {
    const to = Math.min(mix.left.length, from + BLOCK);
    let power = 0;
    for (let i = from; i < to; i++) power += (mix.left[i] ?? 0) ** 2 + (mix.right[i] ?? 0) ** 2;
    const now = Math.sqrt(power / (2 * (to - from)));
    level = now + (level - now) * (now > level ? attack : release);
    const target = level > THRESHOLD ? Math.sqrt(THRESHOLD / level) : 1;
    const step = (target - gain) / (to - from);
    for (let i = from; i < to; i++) {
      gain += step;
      mix.left[i] = (mix.left[i] ?? 0) * gain;
      mix.right[i] = (mix.right[i] ?? 0) * gain;
    }
  }
}

/** Straight below half of full scale, bent above it: takes the points off drums. */
function clipSoftly(mix: StereoPcm): void {
  for (const side of [mix.left, mix.right]) {
    for (let i = 0; i < side.length; i++) {
      const x = side[i] ?? 0;
      const size = Math.abs(x);
      if (size > 0.5) side[i] = Math.sign(x) * (0.5 + 0.5 * Math.tanh((size - 0.5) * 2));
    }
  }
}

/** Looks 3 ms ahead, so that the level is down before the peak comes. */
function limit(mix: StereoPcm): void {
  const blocks = Math.ceil(mix.left.length / BLOCK);
  const needed = new Float32Array(blocks + 1).fill(1);
  for (let block = 0; block < blocks; block++) {
    let peak = CEILING;
    for (let i = block * BLOCK; i < Math.min(mix.left.length, (block + 1) * BLOCK); i++) {
      peak = Math.max(peak, Math.abs(mix.left[i] ?? 0), Math.abs(mix.right[i] ?? 0));
    }
    needed[block] = CEILING / peak;
  }
  const gains = smoothGains(needed);
  for (let block = 0; block < blocks; block++) {
    const from = block * BLOCK;
    const to = Math.min(mix.left.length, from + BLOCK);
    const start = gains[block] ?? 1;
    const step = ((gains[block + 1] ?? 1) - start) / BLOCK;
    for (let i = from; i < to; i++) {
      const gain = start + step * (i - from);
      mix.left[i] = (mix.left[i] ?? 0) * gain;
      mix.right[i] = (mix.right[i] ?? 0) * gain;
    }
  }
}

/** Gain at the edges of blocks: never above what the blocks on either side need, falling ahead, rising slowly. */
function smoothGains(needed: Float32Array): Float32Array {
  const rise = 1 - Math.exp(-BLOCK / (0.09 * SAMPLE_RATE));
  const lowest = new Float32Array(needed.length);
  let slow = 1;
  for (let edge = 0; edge < needed.length; edge++) {
    let least = 1;
    for (let near = -LOOK_AHEAD_BLOCKS; near < LOOK_AHEAD_BLOCKS; near++) {
      least = Math.min(least, needed[edge + near] ?? 1);
    }
    slow = Math.min(least, slow + (1 - slow) * rise);
    lowest[edge] = slow;
  }
  return lowest.map((_, edge) => {
    let sum = 0;
    let count = 0;
    for (let near = -LOOK_AHEAD_BLOCKS + 1; near < LOOK_AHEAD_BLOCKS; near++) {
      const value = lowest[edge + near];
      if (value === undefined) continue;
      sum += value;
      count++;
    }
    return sum / count;
  });
}

/** A millisecond in, two seconds out at most: the tail must end in silence. */
function fadeEnds(mix: StereoPcm): void {
  const rise = samplesOf(0.001);
  const fall = Math.min(samplesOf(1.8), Math.floor(mix.left.length / 4));
  for (const side of [mix.left, mix.right]) {
    for (let i = 0; i < rise; i++) side[i] = (side[i] ?? 0) * (i / rise);
    for (let i = 0; i < fall; i++) {
      const at = side.length - 1 - i;
      const place = i / fall;
      side[at] = (side[at] ?? 0) * place * place * (3 - 2 * place);
    }
  }
}
