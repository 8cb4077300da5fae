import type { Instrument } from '#demo/synth/instrument.ts';
import { fm } from './fm.ts';
import { modal } from './modal.ts';

/** Tine piano: warm, a bell at the front when struck hard. */
export function electricPiano(knobs: { bell?: number; bite?: number } = {}): Instrument {
  return fm({
    modulators: [
      {
        ratio: 1,
        index: knobs.bite ?? 1.5,
        envelope: { attack: 0.001, decay: 2.4, sustain: 0, release: 0.4 },
        dynamics: 0.8,
      },
      {
        ratio: 14,
        index: knobs.bell ?? 0.28,
        envelope: { attack: 0.001, decay: 0.32, sustain: 0, release: 0.1 },
        dynamics: 0.7,
      },
    ],
    amp: { attack: 0.003, decay: 4.5, sustain: 0, release: 0.35 },
    brighterIsShorter: 0.72,
  });
}

/** The bright upright of house records. `bright` 0…1, `damper` seconds. */
export function piano(knobs: { bright: number; damper: number }): Instrument {
  const partials = Array.from({ length: 14 }, (_, index) => {
    const n = index + 1;
    const stretch = Math.sqrt(1 + 0.0004 * n * n);
    const level = (n ** (-1.9 + 0.9 * knobs.bright) * (1 - 0.5 * Math.cos(n * 0.9))) / 1.6;
    return [n * stretch, level, 3.2 / (1 + 0.33 * index)] as const;
  });
  return modal({ partials, damper: knobs.damper, hammer: 0.5, dynamics: 0.7, strings: 2.2 });
}

/** Bells of digital synthesisers. */
export function bell(knobs: { ratio?: number; index?: number; decay: number }): Instrument {
  return fm({
    modulators: [
      {
        ratio: knobs.ratio ?? 3.5,
        index: knobs.index ?? 2,
        envelope: { attack: 0.001, decay: knobs.decay * 0.5, sustain: 0, release: knobs.decay },
        dynamics: 0.6,
      },
      {
        ratio: 1.003,
        index: 0.5,
        envelope: { attack: 0.001, decay: knobs.decay, sustain: 0, release: knobs.decay },
        dynamics: 0.3,
      },
    ],
    amp: { attack: 0.002, decay: knobs.decay, sustain: 0, release: knobs.decay },
    brighterIsShorter: 0.8,
  });
}
