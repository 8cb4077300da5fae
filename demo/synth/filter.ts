import { SAMPLE_RATE } from './stereo.ts';

export type FilterKind = 'low' | 'high' | 'band';

/**
 * State variable filter in its zero-delay form (12 dB an octave), stable while its cutoff moves. One instance filters
 * one channel, block by block. `resonance` 0…1.
 */
export class Filter {
  readonly #kind: FilterKind;
  #first = 0;
  #second = 0;

  constructor(kind: FilterKind) {
    this.#kind = kind;
  }

  /** Filters `samples[from…to)` in place. */
  process(samples: Float32Array, from: number, to: number, hz: number, resonance: number): void {
    const g = Math.tan((Math.PI * Math.max(16, Math.min(hz, SAMPLE_RATE * 0.45))) / SAMPLE_RATE);
    const k = 2 - 1.92 * Math.min(1, resonance);
    const a1 = 1 / (1 + g * (g + k));
    const a2 = g * a1;
    const a3 = g * a2;
    let first = this.#first;
    let second = this.#second;
    const low = this.#kind === 'low';
    const high = this.#kind === 'high';
    for (let i = from; i < to; i++) {
      const input = samples[i] ?? 0;
      const v3 = input - second;
      const band = a1 * first + a2 * v3;
      const lowpass = second + a2 * first + a3 * v3;
      first = 2 * band - first;
      second = 2 * lowpass - second;
      samples[i] = low ? lowpass : high ? input - k * band - lowpass : k * band;
    }
    // Denormal numbers make a silent filter slow.
    this.#first = Math.abs(first) < 1e-18 ? 0 : first;
    this.#second = Math.abs(second) < 1e-18 ? 0 : second;
  }
}
