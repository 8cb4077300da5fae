import { bassLine, strokes, sung } from '#demo/composition/playing.ts';
import type { Part, Section, Song } from '#demo/composition/song.ts';
import { pad } from '#demo/instruments/chord-synths.ts';
import { cymbal } from '#demo/instruments/cymbal.ts';
import { electricPiano } from '#demo/instruments/keys.ts';
import { kick } from '#demo/instruments/kick.ts';
import { whistle } from '#demo/instruments/lead-synths.ts';
import { vibraphone } from '#demo/instruments/mallets.ts';
import { pluckedString } from '#demo/instruments/plucked-string.ts';
import * as kit from './drum-kit.ts';
import { chordsOf, part } from './ensemble.ts';
import { type Score, songOf, type Tune } from './score.ts';

/**
 * Chill & downtempo: electric piano or guitar, round bass, brushes. Line in eighths: `song` (8 bars), over
 * `main`.
 */
export interface LoungeScore extends Score {
  swing: number;
  /** Sixteenths; see `bassLine`. */
  bass: string;
  /** Rhythm of the chords, sixteenths. */
  comping: string;
  kick: string;
  snare: string;
  hats: string;
  sound: {
    chords: 'tines' | 'guitar';
    song: 'whistle' | 'vibraphone';
    /** What answers the song: broken chords, sixteenths. */
    answer: string;
    rim: boolean;
  };
}

export function loungeSong(score: LoungeScore): Song {
  return songOf(score, {
    swing: score.swing,
    parts: (tune) => [...drums(score), ...harmony(score, tune), ...melody(score, tune)],
    sections: form(score),
    reverb: { seconds: 1.9, preDelay: 0.012, dampHz: 4200 },
    delay: { beats: 0.75, feedback: 0.34, highCutHz: 3000 },
    duckedBy: null,
    duckSeconds: 0.2,
    tailSeconds: 4.5,
    lufs: -16.5,
  });
}

function form({ sound }: LoungeScore): Section[] {
  const beat = `kick ${sound.rim ? 'rim' : 'snare'} hat shaker`;
  return [
    { bars: 2, chords: 'main', play: 'chords hat bass' },
    { bars: 8, chords: 'main', play: `${beat} bass chords song` },
    { bars: 4, chords: 'main', play: `${beat} bass chords pad answer` },
    { bars: 8, chords: 'main', play: `${beat} bass chords pad song answer:sparse ride` },
    { bars: 2, chords: 'main', play: 'chords pad bass hat song' },
  ];
}

function drums(score: LoungeScore): Part[] {
  return [
    part(
      'kick',
      kick({ hz: 52, drop: 1.6, decay: 0.32, click: 0.18, drive: 0.2 }),
      { lufs: -21 },
      strokes({ '': score.kick }),
      0.006,
    ),
    kit.snare({ hz: 185, body: 0.5, decay: 0.2, colourHz: 2200, gate: 0 }, { '': score.snare }, -25, {
      reverb: -10,
      highCutHz: 6500,
    }),
    kit.rim({ '': score.snare }, -29, 0.2),
    kit.hat({ '': score.hats }, -34, 0.3),
    kit.shaker({ '': 'ogxgogxgogxgogxg' }, -37),
    part(
      'ride',
      cymbal({ decay: 0.9, attack: 0.002, lowCutHz: 4200, metal: 0.7, width: 0.4 }),
      { lufs: -38, pan: -0.35 },
      strokes({ '': 'x...x.g.x...x.g.' }),
      0.008,
    ),
  ];
}

function harmony({ bass, comping, sound }: LoungeScore, { progressions }: Tune): Part[] {
  const chords = chordsOf(progressions);
  const hasTines = sound.chords === 'tines';
  return [
    part(
      'bass',
      pluckedString({ decay: 2.6, brightness: 0.02, damper: 0.09, place: 0.4 }),
      { lufs: -20, highCutHz: 1500, drive: 0.12 },
      bassLine({ '': bass }, 31, 0.95),
      0.008,
    ),
    part(
      'chords',
      hasTines ? electricPiano() : pluckedString({ decay: 1.9, brightness: 0.25, damper: 0.14, place: 0.28 }),
      {
        lufs: -20.5,
        reverb: -13,
        chorus: 0.35,
        tremolo: { beats: 2, depth: hasTines ? 0.22 : 0 },
        lowCutHz: 110,
      },
      chords.struck([52, 71, 4], comping, hasTines ? 5 : 2, 0.025),
      0.012,
    ),
    part(
      'pad',
      pad({ bright: 620, wave: 'soft', attack: 0.8, release: 1.8 }),
      { lufs: -29, reverb: -8, lowCutHz: 180 },
      chords.held([55, 74, 3]),
    ),
  ];
}

function melody({ sound }: LoungeScore, { progressions, line }: Tune): Part[] {
  const chords = chordsOf(progressions);
  const whistles = sound.song === 'whistle';
  return [
    part(
      'song',
      whistles ? whistle({ bright: 1500 }) : vibraphone(),
      { lufs: -20.5, pan: -0.08, reverb: -9, delay: -13 },
      sung({ '': line('song', whistles ? 62 : 60, 0.5) }),
      0.014,
    ),
    part(
      'answer',
      whistles ? vibraphone() : electricPiano({ bell: 0.5 }),
      { lufs: -24, pan: 0.3, reverb: -8, delay: -10 },
      chords.broken([64, 83, 4], { '': sound.answer, sparse: '................ ............3.2.' }, 2.5),
      0.012,
    ),
  ];
}
