import { parseProgression } from '#demo/composition/chord.ts';
import { parseKey, parseMelody } from '#demo/composition/melody.ts';
import { bassLine, stabs, strokes, sung } from '#demo/composition/playing.ts';
import type { Part, Song } from '#demo/composition/song.ts';
import { subBass } from '#demo/instruments/bass-synths.ts';
import { cymbal } from '#demo/instruments/cymbal.ts';
import { kick } from '#demo/instruments/kick.ts';
import { chime } from '#demo/instruments/mallets.ts';
import { snare } from '#demo/instruments/snare.ts';
import { sweep } from '#demo/instruments/sweep.ts';
import type { Instrument } from '#demo/synth/instrument.ts';

/** The station's signal: a wave that rises in two fifths and breaks on the ninth. Eighths. */
export const SIGNAL = "1 5 2' - 3' - - -";

export interface Ident {
  title: string;
  bpm: number;
  /** `C major` */
  key: string;
  /** Two bars of chords. */
  chords: string;
  /** What plays the signal beside the chime, and the chords below it. */
  sound: Instrument;
  chordRhythm: string;
  kick: string;
  snare: string;
  hats: string;
  bass: string;
}

/** A jingle: the signal in two bars, in the sound of one stream. 3 to 6 seconds. */
export function identSong(ident: Ident): Song {
  const key = parseKey(ident.key);
  const progressions = { main: parseProgression(ident.chords) };
  const line = parseMelody(`${SIGNAL} - - . . . . . .`, key, 64, 0.5);
  const high = { ...line, notes: line.notes.map((note) => ({ ...note, midi: note.midi + 12 })) };
  return {
    seed: `jingle ${ident.title}`,
    bpm: ident.bpm,
    swing: 0.05,
    parts: [
      ...beat(ident),
      {
        name: 'chords',
        instrument: ident.sound,
        notes: stabs(
          progressions,
          { low: 53, high: 74, voices: 4 },
          { '': ident.chordRhythm },
          { length: 2 },
        ),
        channel: { level: { lufs: -20 }, reverb: -12, lowCutHz: 140 },
      },
      {
        name: 'bass',
        instrument: subBass({ edge: 0.4 }),
        notes: bassLine({ '': ident.bass }, 33),
        channel: { level: { lufs: -20 } },
      },
      {
        name: 'line',
        instrument: ident.sound,
        notes: sung({ '': line }),
        channel: { level: { lufs: -19 }, reverb: -12, delay: -14 },
      },
      {
        name: 'chime',
        instrument: chime(),
        notes: sung({ '': high }),
        channel: { level: { lufs: -20 }, reverb: -8 },
      },
    ],
    progressions,
    sections: [{ bars: 2, chords: 'main', play: 'kick snare hat air chords bass line chime' }],
    reverb: { seconds: 1.6, preDelay: 0.01, dampHz: 6000 },
    delay: { beats: 0.75, feedback: 0.3, highCutHz: 5000 },
    duckedBy: null,
    duckSeconds: 0.2,
    tailSeconds: Math.max(0.4, Math.min(1.6, 5.6 - (8 * 60) / ident.bpm)),
    lufs: -16,
  };
}

function beat(ident: Ident): Part[] {
  return [
    {
      name: 'kick',
      instrument: kick({ hz: 50, drop: 2.8, decay: 0.32, click: 0.5, drive: 0.4 }),
      notes: strokes({ '': ident.kick }),
      channel: { level: { peak: -7 } },
    },
    {
      name: 'snare',
      instrument: snare({ hz: 200, body: 0.5, decay: 0.18, colourHz: 3000, gate: 0 }),
      notes: strokes({ '': ident.snare }),
      channel: { level: { peak: -11 }, reverb: -11 },
    },
    {
      name: 'hat',
      instrument: cymbal({ decay: 0.1, attack: 0, lowCutHz: 7000, metal: 0.5, width: 0.5 }),
      notes: strokes({ '': ident.hats }),
      channel: { level: { peak: -22 } },
    },
    {
      name: 'air',
      instrument: sweep({ fromHz: 300, toHz: 5000, down: true }),
      notes: strokes({ '': 'X... ....' }),
      channel: { level: { peak: -22 }, reverb: -8 },
    },
  ];
}
