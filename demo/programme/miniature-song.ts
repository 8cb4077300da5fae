import { parseProgression } from '#demo/composition/chord.ts';
import { parseKey, parseMelody } from '#demo/composition/melody.ts';
import { bassLine, held, stabs, strokes, sung } from '#demo/composition/playing.ts';
import type { Part, Song } from '#demo/composition/song.ts';
import { subBass } from '#demo/instruments/bass-synths.ts';
import { pad } from '#demo/instruments/chord-synths.ts';
import { cymbal } from '#demo/instruments/cymbal.ts';
import { kick } from '#demo/instruments/kick.ts';
import { chime } from '#demo/instruments/mallets.ts';
import { clap } from '#demo/instruments/snare.ts';
import type { Instrument } from '#demo/synth/instrument.ts';
import { SIGNAL } from './ident-song.ts';

export interface Miniature {
  title: string;
  /** Whole length; the bars must fit in, the rest rings out. */
  seconds: number;
  bpm: number;
  bars: number;
  key: string;
  chords: string;
  /** Eighths. */
  line: string;
  lead: Instrument;
  /** What breaks or strikes the chords, and its rhythm in sixteenths. */
  comping: Instrument;
  rhythm: string;
  bass: string;
  /** A light beat, sixteenths; '' for none. */
  kick: string;
  clap: string;
  shaker: string;
  /** Whether the chime opens and closes it: spots, to be told from the programme. */
  framed: boolean;
  lufs: number;
}

/** A spot or an interlude: a small piece of an exact length. */
export function miniatureSong(piece: Miniature): Song {
  const key = parseKey(piece.key);
  const progressions = { main: parseProgression(piece.chords) };
  const signal = parseMelody(`${SIGNAL} ${'. '.repeat(8 * (piece.bars - 2))} ${SIGNAL}`, key, 76, 0.5);
  return {
    seed: `miniature ${piece.title}`,
    bpm: piece.bpm,
    swing: 0.12,
    parts: [
      {
        name: 'chords',
        instrument: piece.comping,
        notes: stabs(
          progressions,
          { low: 55, high: 76, voices: 3 },
          { '': piece.rhythm },
          { length: 1.6, strum: 0.02 },
        ),
        loose: 0.006,
        channel: { level: { lufs: -20.5 }, reverb: -13, lowCutHz: 140 },
      },
      {
        name: 'bass',
        instrument: subBass({ edge: 0.3 }),
        notes: bassLine({ '': piece.bass }, 33, 0.8),
        channel: { level: { lufs: -22 } },
      },
      {
        name: 'lead',
        instrument: piece.lead,
        notes: sung({ '': parseMelody(piece.line, key, 64, 0.5) }),
        loose: 0.008,
        channel: { level: { lufs: -19.5 }, reverb: -10, delay: -15 },
      },
      {
        name: 'pad',
        instrument: pad({ bright: 900 }),
        notes: held(progressions, { low: 53, high: 72, voices: 3 }),
        channel: { level: { lufs: -27 }, reverb: -9, lowCutHz: 160 },
      },
      ...lightBeat(piece),
      {
        name: 'chime',
        instrument: chime(),
        notes: piece.framed ? sung({ '': signal }) : () => [],
        channel: { level: { lufs: -19 }, reverb: -7 },
      },
    ],
    progressions,
    sections: [{ bars: piece.bars, chords: 'main', play: 'kick clap shaker chords bass lead pad chime' }],
    reverb: { seconds: 1.7, preDelay: 0.012, dampHz: 5600 },
    delay: { beats: 0.75, feedback: 0.28, highCutHz: 4200 },
    duckedBy: null,
    duckSeconds: 0.2,
    tailSeconds: piece.seconds - (piece.bars * 240) / piece.bpm,
    lufs: piece.lufs,
  };
}

function lightBeat(piece: Miniature): Part[] {
  return [
    {
      name: 'kick',
      instrument: kick({ hz: 56, drop: 2, decay: 0.26, click: 0.3, drive: 0.2 }),
      notes: strokes({ '': piece.kick }),
      channel: { level: { peak: -10 } },
    },
    {
      name: 'clap',
      instrument: clap({ hz: 1300, decay: 0.16 }),
      notes: strokes({ '': piece.clap }),
      channel: { level: { peak: -15 }, reverb: -10 },
    },
    {
      name: 'shaker',
      instrument: cymbal({ decay: 0.11, attack: 0.016, lowCutHz: 5200, metal: 0, width: 0.6 }),
      notes: strokes({ '': piece.shaker }),
      loose: 0.006,
      channel: { level: { peak: -26 }, pan: 0.25 },
    },
  ];
}
