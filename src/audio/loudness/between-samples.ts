/** Samples on each side of a gap that the sound in it is computed from. */
export const REACH = 12;
const TAPS = 2 * REACH;
/** Shape of the Kaiser window: what is above half the sample rate is 80 dB down. */
const BETA = 8;

/** Weights of the samples around, at a quarter, half and three quarters of the way; then at odd eighths. */
const QUARTERS = weightsOf([1 / 4, 1 / 2, 3 / 4]);
const EIGHTHS = weightsOf([1 / 8, 3 / 8, 5 / 8, 7 / 8]);

/**
 * Returns the largest magnitude of the sound at three points between sample `at` and the next one, by
 * bandlimited interpolation as in ITU-R BS.1770-5 Annex 2. `REACH` samples must be there on each side. The
 * true peak of sound below 17 kHz can be 0.4 dB higher.
 */
export function peakBetween(samples: Float32Array, at: number): number {
  let [a, b, c] = [0, 0, 0];
  for (let tap = 0, from = at - REACH + 1; tap < TAPS; tap += 1) {
    const sample = samples[from + tap] ?? 0;
    a += sample * (QUARTERS[tap] ?? 0);
    b += sample * (QUARTERS[TAPS + tap] ?? 0);
    c += sample * (QUARTERS[2 * TAPS + tap] ?? 0);
  }
  return Math.max(Math.abs(a), Math.abs(b), Math.abs(c));
}

/**
 * Returns the same at four points between those: with both, the true peak of sound below 17 kHz can be 0.1 dB
 * higher.
 */
export function peakFurtherBetween(samples: Float32Array, at: number): number {
  let peak = 0;
  for (let row = 0; row < EIGHTHS.length; row += TAPS) {
    let sum = 0;
    for (let tap = 0, from = at - REACH + 1; tap < TAPS; tap += 1) {
      sum += (samples[from + tap] ?? 0) * (EIGHTHS[row + tap] ?? 0);
    }
    peak = Math.max(peak, Math.abs(sum));
  }
  return peak;
}

function weightsOf(places: readonly number[]): Float64Array {
  return Float64Array.from(
    places.flatMap((place) => Array.from({ length: TAPS }, (_, tap) => weight(place - (tap - REACH + 1)))),
  );
}

function weight(distance: number): number {
  const window = bessel(BETA * Math.sqrt(Math.max(0, 1 - (distance / REACH) ** 2))) / bessel(BETA);
  const x = Math.PI * distance;
  return (window * Math.sin(x)) / x;
}

/** The modified Bessel function of the first kind and order zero. */
function bessel(x: number): number {
  let term = 1;
  let sum = 1;
  for (let n = 1; term > sum * 1e-12; n += 1) {
    term *= (x / (2 * n)) ** 2;
    sum += term;
  }
  return sum;
}
