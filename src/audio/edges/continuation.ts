/** Coefficients of the prediction: enough to know deep tones by, and the partials of a choir. */
const ORDER = 512;
/** Samples that the prediction is learnt from: 93 ms, within which music stands still. */
export const LEARNT_SAMPLES = 4096;
/** Samples over which it fades to nothing: more than one window of a decoder reaches over an edge. */
const FADE_SAMPLES = 1200;
/** Mean power below which nothing is worth going on with: under a 16-bit sample's last bit. */
const NOTHING = 1e-10;
/**
 * Noise that is added to learn from, from the loudness of the sound: nothing else would be left of pure tones
 * than rounding once they are known.
 */
const HISS = 1e-4;
/** Surprise, from the usual one, that is a blow: it must not come twice. */
const BLOW = 3;

/**
 * Returns how sound would go on behind its last sample, as linear prediction says (Burg's method, which is
 * stable). For `held` samples it stays as loud as it was: what cannot be predicted of it, as of applause, is
 * what it was of late, backwards. Then it fades out within a frame. Two neighbours on air share a window of
 * sound; an encoder that saw silence in the other's half of it would leave a notch there.
 */
export function continuationOf(samples: Float32Array, count: number, held = 0): Float32Array {
  const known = Float64Array.from(samples.subarray(Math.max(0, samples.length - LEARNT_SAMPLES)));
  const prediction = burg(known, Math.min(ORDER, Math.floor(known.length / 3)));
  const continuation = new Float32Array(count);
  if (prediction === null) return continuation;
  const { coefficients, surprises } = prediction;
  const length = Math.min(count, held + FADE_SAMPLES);
  const all = new Float64Array(known.length + length);
  all.set(known);
  for (let i = 0; i < length; i += 1) {
    const at = known.length + i;
    let sum = i < held ? (surprises.at(-1 - i) ?? 0) : 0;
    for (let k = 0; k < coefficients.length; k += 1) sum -= (coefficients[k] ?? 0) * (all[at - 1 - k] ?? 0);
    all[at] = sum;
    const faded = Math.max(0, i - held + 0.5) / FADE_SAMPLES;
    continuation[i] = sum * 0.5 * (1 + Math.cos(Math.PI * faded));
  }
  return continuation;
}

/** Returns what would have led to the first sample: the continuation of the same sound played backwards. */
export function approachTo(samples: Float32Array, count: number): Float32Array {
  return continuationOf(samples.slice(0, LEARNT_SAMPLES).reverse(), count).reverse();
}

interface Prediction {
  /** Sample n is about the negative sum of coefficient i × sample n − 1 − i. */
  coefficients: Float64Array;
  /** By how much it was wrong, sample by sample up to the last one; single blows are rounded off. */
  surprises: Float64Array;
}

/**
 * Learns a prediction; null for silence.
 * @see Burg, Maximum Entropy Spectral Analysis (1975)
 */
function burg(samples: Float64Array, order: number): Prediction | null {
  const { length } = samples;
  let power = 0;
  for (const sample of samples) power += sample * sample;
  if (order === 0 || !(power / length > NOTHING)) return null;
  const hiss = whiteNoise(HISS * Math.sqrt(power / length));
  const forward = samples.map((sample) => sample + hiss());
  const backward = forward.slice();
  const coefficients = new Float64Array(order);
  const before = new Float64Array(order);
  let product = 0;
  let energy = 0;
  for (let n = 1; n < length; n += 1) {
    const f = forward[n] ?? 0;
    const b = backward[n - 1] ?? 0;
    product += f * b;
    energy += f * f + b * b;
  }
  for (let m = 0; m < order; m += 1) {
    const reflection = (-2 * product) / energy;
    before.set(coefficients);
    for (let i = 0; i < m; i += 1) coefficients[i] = (before[i] ?? 0) + reflection * (before[m - 1 - i] ?? 0);
    coefficients[m] = reflection;
    // In the same pass what the next order needs: `later` is the forward error of the sample after n.
    product = 0;
    energy = 0;
    let later = 0;
    for (let n = length - 1; n > m; n -= 1) {
      const f = forward[n] ?? 0;
      const b = backward[n - 1] ?? 0;
      const error = f + reflection * b;
      const backwardError = b + reflection * f;
      forward[n] = error;
      backward[n] = backwardError;
      if (n < length - 1) {
        product += later * backwardError;
        energy += later * later + backwardError * backwardError;
      }
      later = error;
    }
  }
  const surprises = forward.subarray(order);
  const usual = surprises.reduce((sum, surprise) => sum + Math.abs(surprise), 0) / surprises.length;
  const most = BLOW * usual;
  return { coefficients, surprises: surprises.map((one) => Math.max(-most, Math.min(most, one))) };
}

/** Numbers up to a magnitude, the same ones each time (a linear congruential generator). */
function whiteNoise(most: number): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return most * (state / 2 ** 31 - 1);
  };
}
