import { broken, held, stabs } from '#demo/composition/playing.ts';
import type { Channel, Part, Song } from '#demo/composition/song.ts';
import { type VoicePatch, voice } from '#demo/instruments/voice.ts';
import type { Instrument } from '#demo/synth/instrument.ts';

/** How a part sits in the mix: its loudness in LUFS, and the rest of its channel. */
type Mix = Omit<Channel, 'level'> & { lufs: number };

/** A part: who plays what, and how it is heard. `loose`: see Part. */
export function part(
  name: string,
  instrument: Instrument,
  { lufs, ...channel }: Mix,
  notes: Part['notes'],
  loose = 0,
): Part {
  return { name, instrument, notes, loose, channel: { level: { lufs }, ...channel } };
}

/** Lowest and highest pitch (MIDI), and how many notes a chord has. */
type Range = readonly [low: number, high: number, voices: number];

/** What is played, by variant; a text alone is the only one. */
type Figures = string | Readonly<Record<string, string>>;

/** Ways of playing a song's chords; see `held`, `stabs` and `broken`. */
export function chordsOf(progressions: Song['progressions']) {
  return {
    held: (range: Range) => held(progressions, voicing(range)),
    struck: (range: Range, rhythm: Figures, length: number, strum = 0) =>
      stabs(progressions, voicing(range), byVariant(rhythm), { length, strum }),
    broken: (range: Range, figure: Figures, length?: number) =>
      broken(progressions, voicing(range), byVariant(figure), length),
  };
}

function voicing([low, high, voices]: Range) {
  return { low, high, voices };
}

function byVariant(figures: Figures): Readonly<Record<string, string>> {
  return typeof figures === 'string' ? { '': figures } : figures;
}

/** Seconds, but for the level it sustains at (0…1). */
type Swell = readonly [attack: number, decay: number, sustain: number, release: number];

/** Many voices, all over the room. `breath`: the air in the sound, 0…1. */
export function choir(vowel: VoicePatch['vowel'], swell: Swell, breath: number): Instrument {
  return voice({ vowel, singers: 3, amp: envelope(swell), breath, width: 1 });
}

/** Two who sing as one, near the middle. */
export function duo(swell: Swell, breath: number): Instrument {
  return voice({ vowel: 'a', singers: 2, amp: envelope(swell), breath, width: 0.3 });
}

function envelope([attack, decay, sustain, release]: Swell): VoicePatch['amp'] {
  return { attack, decay, sustain, release };
}
