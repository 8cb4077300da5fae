/** Times in seconds; `sustain` 0…1. Decay and release are exponential, given as the time to fall by 60 dB. */
export interface Envelope {
  attack: number;
  decay: number;
  sustain: number;
  release: number;
}

/** ln(1000): a fall of 60 dB in units of the time constant. */
const FALL = 6.908;

/** Level 0…1 at `time` after the start of a note that is held for `held` seconds. */
export function envelopeAt(envelope: Envelope, time: number, held: number): number {
  if (time < held) return heldLevel(envelope, time);
  return heldLevel(envelope, held) * Math.exp((-FALL * (time - held)) / envelope.release);
}

function heldLevel(envelope: Envelope, time: number): number {
  if (time < envelope.attack) {
    const rise = time / envelope.attack;
    return rise * (2 - rise);
  }
  const fall = Math.exp((-FALL * (time - envelope.attack)) / envelope.decay);
  return envelope.sustain + (1 - envelope.sustain) * fall;
}
