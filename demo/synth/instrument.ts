import type { Random } from './random.ts';
import type { StereoPcm } from './stereo.ts';

/** One note as an instrument plays it. */
export interface VoiceNote {
  hz: number;
  /** How long it is held; what rings on afterwards is the instrument's. */
  seconds: number;
  /** 0…1 */
  velocity: number;
  /** The pitch it slides from, if it does. */
  fromHz: number | null;
  random: Random;
}

/** Renders single notes, tail included, at a level near full scale for a velocity of 1. */
export type Instrument = (note: VoiceNote) => StereoPcm;

/** Equal temperament, A4 = MIDI 69 = 440 Hz. */
export function hzOf(midi: number): number {
  return 440 * 2 ** ((midi - 69) / 12);
}
