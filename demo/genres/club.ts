import { bassLine, strokes, sung } from '#demo/composition/playing.ts';
import type { Part, Section, Song } from '#demo/composition/song.ts';
import { acid, reeseBass, sawBass, subBass } from '#demo/instruments/bass-synths.ts';
import { dubStab, organ, pad } from '#demo/instruments/chord-synths.ts';
import { bell, electricPiano } from '#demo/instruments/keys.ts';
import { tom } from '#demo/instruments/kick.ts';
import { marimba } from '#demo/instruments/mallets.ts';
import * as kit from './drum-kit.ts';
import { chordsOf, duo, part } from './ensemble.ts';
import { type Score, songOf, type Tune } from './score.ts';

/** House & techno: a groove that grows. Line in sixteenths: `riff` (4 bars), over the progression `main`. */
export interface ClubScore extends Score {
  swing: number;
  bass: string;
  /** Rhythm of the chords, sixteenths. */
  chordRhythm: string;
  hats: string;
  toms: string;
  sound: {
    bass: keyof typeof BASSES;
    chords: keyof typeof CHORDS;
    riff: keyof typeof RIFFS;
    /** Deep house claps, techno does not. */
    clap: boolean;
    kickDrive: number;
  };
  long: boolean;
}

const BASSES = {
  sub: subBass({ edge: 0.25 }),
  pluck: sawBass({ bright: 700, decay: 0.16 }),
  organ: organ({ decay: 0.5 }),
  reese: reeseBass({ bright: 420 }),
};
const CHORDS = {
  dub: dubStab({ bright: 1100, decay: 0.42 }),
  organ: organ({ decay: 0.32 }),
  tines: electricPiano({ bell: 0.4, bite: 1.9 }),
  dark: dubStab({ bright: 700, decay: 0.7 }),
};
const RIFFS = {
  marimba: marimba(),
  bell: bell({ ratio: 3.5, index: 1.4, decay: 0.9 }),
  organ: organ({ decay: 0.28 }),
  acid: acid({ bright: 2600 }),
};

export function clubSong(score: ClubScore): Song {
  return songOf(score, {
    swing: score.swing,
    parts: (tune) => [...drums(score), ...harmony(score, tune)],
    sections: form(score),
    reverb: { seconds: 2.6, preDelay: 0.015, dampHz: 3800 },
    delay: { beats: 0.75, feedback: 0.55, highCutHz: 2600 },
    duckedBy: 'kick',
    duckSeconds: 0.24,
    tailSeconds: 4,
    lufs: -15.2,
  });
}

function form({ sound, long }: ClubScore): Section[] {
  const hands = sound.clap ? 'clap' : 'rim';
  return [
    { bars: 4, chords: 'main', play: 'kick hat toms chords', sweeps: { chords: [500, 1600] } },
    {
      bars: long ? 8 : 4,
      chords: 'main',
      play: `kick ${hands} hat shaker toms bass chords crash`,
      sweeps: { chords: [1600, 5000] },
    },
    { bars: 8, chords: 'main', play: `kick ${hands} hat open shaker toms bass chords riff fall` },
    {
      bars: 4,
      chords: 'main',
      play: 'pad chords riff voice riser',
      sweeps: { chords: [4000, 700], riff: [6000, 1200] },
    },
    {
      bars: 8,
      chords: 'main',
      play: `kick ${hands} hat open shaker ride toms bass chords riff voice crash impact`,
    },
    ...(long ? [{ bars: 4, chords: 'main', play: `kick ${hands} hat open bass chords pad ride` }] : []),
    {
      bars: 4,
      chords: 'main',
      play: 'kick hat shaker toms bass chords crash',
      sweeps: { chords: [5000, 600] },
    },
  ];
}

function drums(score: ClubScore): Part[] {
  return [
    kit.kick(
      { hz: 46, drop: 2.6, decay: 0.42, click: 0.3, drive: score.sound.kickDrive },
      { '': 'X...X...X...X...', fill: 'X...X...X...X..x' },
      -17.5,
    ),
    kit.clap(1100, { '': '....X.......X...', fill: '....X.......X..x' }, -22.5),
    kit.rim({ '': '...x..x....x..x. ...x..x....x.x..' }, -26),
    kit.hat({ '': score.hats }, -28.5),
    kit.openHat({ '': '..x...x...x...x.' }, -27, 0.2),
    kit.shaker({ '': 'oggxoggxoggxoggx' }, -32),
    kit.ride({ '': 'x.x.x.x.x.x.x.x.' }, -36),
    part(
      'toms',
      tom({ decay: 0.3, skin: 0.5 }),
      { lufs: -30, pan: -0.3, reverb: -13 },
      strokes({ '': score.toms }, [57, 52, 60, 52]),
      0.006,
    ),
    kit.crash(-18),
    kit.impact(-12),
    kit.fall(8, -23),
    kit.riser(8, -21),
  ];
}

function harmony({ bass, chordRhythm, sound }: ClubScore, { progressions, line }: Tune): Part[] {
  const chords = chordsOf(progressions);
  return [
    part('bass', BASSES[sound.bass], { lufs: -19.5, duck: 0.55 }, bassLine({ '': bass }, 29, 0.88)),
    part(
      'chords',
      CHORDS[sound.chords],
      { lufs: -22, duck: 0.35, reverb: -10, delay: -8, lowCutHz: 180, chorus: 0.4 },
      chords.struck([53, 74, 4], chordRhythm, 1.3),
    ),
    part(
      'riff',
      RIFFS[sound.riff],
      { lufs: -22, pan: 0.15, duck: 0.25, reverb: -11, delay: -9, lowCutHz: 130 },
      sung({ '': line('riff', sound.riff === 'acid' ? 41 : 60, 0.25) }, 0.9),
    ),
    part(
      'pad',
      pad({ bright: 700, wave: 'soft', attack: 0.6 }),
      { lufs: -25, duck: 0.5, reverb: -8, lowCutHz: 120 },
      chords.held([50, 70, 4]),
    ),
    part(
      'voice',
      duo([0.03, 0.5, 0.5, 0.35], 0.25),
      { lufs: -26, duck: 0.2, reverb: -7, delay: -7, lowCutHz: 300 },
      chords.struck([62, 77, 2], '................ ......x.....o... ................ ..x...x.........', 2.5),
    ),
  ];
}
