import type { Instrument, VoiceNote } from '#demo/synth/instrument.ts';
import { createStereo, monoOf, SAMPLE_RATE, type StereoPcm, samplesOf } from '#demo/synth/stereo.ts';

/** A struck or plucked thing: partials that die away, high ones sooner. */
export interface ModalPatch {
  /** Frequency ratio, level and decay (seconds to −60 dB at middle C) of each partial. */
  partials: readonly (readonly [ratio: number, level: number, decay: number])[];
  /** Seconds the sound needs to die once the note is let go; 0: it rings out. */
  damper: number;
  /** Level of the blow's noise, 0…1. */
  hammer: number;
  /** How much duller a soft note is, 0…1. */
  dynamics: number;
  /** Cents between the strings of the left and the right side; 0 for mono. */
  strings: number;
}

/** Sums decaying sines, each a two-pole resonator struck once. */
export function modal(patch: ModalPatch): Instrument {
  return (note) => {
    const tail = patch.damper > 0 ? note.seconds + patch.damper : Number.POSITIVE_INFINITY;
    const longest = Math.max(...patch.partials.map(([, , decay]) => decay)) * shrink(note.hz);
    const length = samplesOf(Math.min(longest, tail));
    const sides = patch.strings > 0 ? createStereo(length) : monoOf(new Float32Array(length));
    strike(patch, note, sides.left, 2 ** (-patch.strings / 2400));
    if (patch.strings > 0) strike(patch, note, sides.right, 2 ** (patch.strings / 2400));
    finish(patch, note, sides);
    return sides;
  };
}

/** High notes die sooner. */
function shrink(hz: number): number {
  return Math.min(2.2, Math.max(0.3, (261.6 / hz) ** 0.6));
}

function strike(patch: ModalPatch, note: VoiceNote, out: Float32Array, detune: number): void {
  for (const [ratio, level, decay] of patch.partials) {
    const hz = note.hz * ratio * detune;
    if (hz > SAMPLE_RATE * 0.42) continue;
    const angle = (2 * Math.PI * hz) / SAMPLE_RATE;
    const radius = 10 ** (-3 / (decay * shrink(note.hz) * SAMPLE_RATE));
    const a1 = 2 * radius * Math.cos(angle);
    const a2 = -radius * radius;
    const soft = ratio <= 1 ? 1 : note.velocity ** (patch.dynamics * Math.min(3, Math.log2(ratio)));
    let last = Math.sin(angle) * level * soft;
    let older = 0;
    for (let i = 1; i < out.length; i++) {
      out[i] = (out[i] ?? 0) + last;
      const next = a1 * last + a2 * older;
      older = last;
      last = next;
    }
  }
}

function finish(patch: ModalPatch, note: VoiceNote, sides: StereoPcm): void {
  const length = sides.left.length;
  const release = samplesOf(note.seconds);
  let hammer = 0;
  const channels = sides.left === sides.right ? [sides.left] : [sides.left, sides.right];
  for (let i = 0; i < length; i++) {
    const time = i / SAMPLE_RATE;
    hammer += (note.random() * 2 - 1 - hammer) * 0.4;
    const blow = time < 0.03 ? hammer * patch.hammer * Math.exp(-time / 0.005) : 0;
    const damped =
      patch.damper > 0 && i > release ? Math.exp((-6.9 * (i - release)) / (patch.damper * SAMPLE_RATE)) : 1;
    const level = note.velocity * damped * Math.min(1, i / 20) * Math.min(1, (length - i) / 400);
    for (const channel of channels) channel[i] = ((channel[i] ?? 0) + blow) * level;
  }
}
