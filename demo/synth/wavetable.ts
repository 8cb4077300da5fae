import { SAMPLE_RATE } from './stereo.ts';

/** Samples of one period; tables carry one more, equal to the first, so that interpolation needs no wrap. */
export const TABLE_SIZE = 2048;

/** One period of a waveform for every octave, each without the harmonics that would alias there. */
export interface Wavetable {
  /** The table to play at `hz`. */
  tableFor(hz: number): Float32Array;
}

/** Amplitude of harmonic `n` (from 1), as a sine; the tables are scaled to a peak of about 1. */
type Spectrum = (harmonic: number) => number;

const SPECTRA = {
  sine: (n) => (n === 1 ? 1 : 0),
  triangle: (n) => (n % 2 === 0 ? 0 : (n % 4 === 1 ? 1 : -1) / (n * n)),
  saw: (n) => 1 / n,
  square: (n) => (n % 2 === 0 ? 0 : 1 / n),
  /** A narrow pulse, reedy. */
  pulse: (n) => Math.sin(Math.PI * n * 0.22) / n,
  /** Three drawbars and a little edge. */
  organ: (n) => ({ 1: 1, 2: 0.7, 3: 0.42, 4: 0.26, 6: 0.16, 8: 0.1 })[n] ?? 0,
  /** Between triangle and saw: round strings and pads. */
  soft: (n) => 1 / n ** 1.6,
  /** A glassy digital tone: few, spread harmonics. */
  glass: (n) => ({ 1: 1, 3: 0.22, 5: 0.3, 7: 0.08, 10: 0.12, 14: 0.05 })[n] ?? 0,
} as const satisfies Record<string, Spectrum>;
export type Waveform = keyof typeof SPECTRA;

const LOWEST_HZ = 27.5;
const OCTAVES = 10;
const HIGHEST_PARTIAL_HZ = 17_500;

const built = new Map<Waveform, Wavetable>();

/** The tables of a waveform, built at first use. */
export function wavetable(waveform: Waveform): Wavetable {
  const known = built.get(waveform);
  if (known) return known;
  const table = build(SPECTRA[waveform]);
  built.set(waveform, table);
  return table;
}

function build(spectrum: Spectrum): Wavetable {
  const tables = Array.from({ length: OCTAVES }, (_, octave) => {
    const topHz = LOWEST_HZ * 2 ** (octave + 1);
    const limit = Math.min(SAMPLE_RATE / 2, HIGHEST_PARTIAL_HZ);
    return sumHarmonics(spectrum, Math.max(1, Math.min(600, Math.floor(limit / topHz))));
  });
  const last = tables.length - 1;
  return {
    tableFor(hz) {
      const octave = Math.max(0, Math.min(last, Math.floor(Math.log2(hz / LOWEST_HZ))));
      return tables[octave] ?? new Float32Array(TABLE_SIZE + 1);
    },
  };
}

function sumHarmonics(spectrum: Spectrum, count: number): Float32Array {
  const sum = new Float64Array(TABLE_SIZE);
  for (let n = 1; n <= count; n++) {
    const amplitude = spectrum(n);
    if (amplitude === 0) continue;
    // Lanczos' factor takes the ringing off the edges.
    const sigma = count > 1 ? Math.sin((Math.PI * n) / (count + 1)) / ((Math.PI * n) / (count + 1)) : 1;
    for (let i = 0; i < TABLE_SIZE; i++) {
      sum[i] = (sum[i] ?? 0) + amplitude * sigma * (SINES[(i * n) % TABLE_SIZE] ?? 0);
    }
  }
  let peak = 0;
  for (const value of sum) peak = Math.max(peak, Math.abs(value));
  const table = new Float32Array(TABLE_SIZE + 1);
  for (let i = 0; i <= TABLE_SIZE; i++) table[i] = (sum[i % TABLE_SIZE] ?? 0) / peak;
  return table;
}

const SINES = Float64Array.from({ length: TABLE_SIZE }, (_, i) => Math.sin((2 * Math.PI * i) / TABLE_SIZE));
