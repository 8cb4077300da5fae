import type { Instrument } from '#demo/synth/instrument.ts';
import type { Random } from '#demo/synth/random.ts';
import type { ReverbSettings } from '#demo/synth/reverb-and-echo.ts';
import type { ChordSpan } from './chord.ts';

/** A note of a part, in beats from the start of its bar. */
export interface Note {
  beat: number;
  beats: number;
  midi: number;
  /** 0…1 */
  velocity: number;
  /** Pitch it slides from. */
  fromMidi?: number;
}

/** The input for the notes of a bar. */
export interface Bar {
  /** Place in its section, from 0. */
  index: number;
  /** Whether it is the section's last. */
  last: boolean;
  section: Section;
  /** The section's word for this part: the one behind the colon in `play`, '' without one. */
  variant: string;
  chords: readonly ChordSpan[];
  /** The chords of the bar that follows, for notes that lead over. */
  nextChords: readonly ChordSpan[];
  /** Name of the progression and the bar's place in it. */
  progression: string;
  progressionBar: number;
  random: Random;
}

export interface Section {
  bars: number;
  /** Which progression sounds. */
  chords: string;
  /** Parts that play, each `name` or `name:variant`. */
  play: string;
  /** Low-pass filter over a part for this section, hertz at its beginning and end. */
  sweeps?: Readonly<Record<string, readonly [from: number, to: number]>>;
  /** Level of a part in decibels against its own, at the section's beginning and end. */
  fades?: Readonly<Record<string, readonly [from: number, to: number]>>;
}

/** How loud a part is: its own loudness while it plays (LUFS), or the peak of its loudest note (dBFS). */
export type PartLevel = { lufs: number } | { peak: number };

export interface Channel {
  level: PartLevel;
  /** −1 left … 1 right */
  pan?: number;
  /** Decibels sent to the room and to the echo. */
  reverb?: number;
  delay?: number;
  /** How far the bass drum pushes it down, 0…1. */
  duck?: number;
  lowCutHz?: number;
  highCutHz?: number;
  /** Depth of a chorus, 0…1. */
  chorus?: number;
  /** Soft clipping, 0…1. */
  drive?: number;
  /** Swings from side to side: beats a round and depth 0…1. */
  tremolo?: { beats: number; depth: number };
}

export interface Part {
  name: string;
  instrument: Instrument;
  channel: Channel;
  notes(bar: Bar): Note[];
  /** Seconds by which notes are played early, late or unevenly at most. */
  loose?: number;
}

/** A piece of music, complete: rendering it needs nothing else. */
export interface Song {
  /** Decides everything left to chance. */
  seed: string;
  bpm: number;
  /** How late every second sixteenth comes, 0 straight … 0.33 triplets. */
  swing: number;
  parts: readonly Part[];
  /** Progressions by name, bars of chords. */
  progressions: Readonly<Record<string, readonly (readonly ChordSpan[])[]>>;
  sections: readonly Section[];
  reverb: ReverbSettings;
  /** Echo: beats between repeats, share that comes back, darkness in hertz. */
  delay: { beats: number; feedback: number; highCutHz: number };
  /** Part whose hits push the others down. */
  duckedBy: string | null;
  /** Seconds a push lasts. */
  duckSeconds: number;
  /** Seconds that ring after the last bar. */
  tailSeconds: number;
  /** Integrated loudness of the result. */
  lufs: number;
}

export const BEATS_PER_BAR = 4;

/** Length of a song in seconds, its tail included. */
export function songSeconds(song: Song): number {
  const bars = song.sections.reduce((sum, section) => sum + section.bars, 0);
  return (bars * BEATS_PER_BAR * 60) / song.bpm + song.tailSeconds;
}
