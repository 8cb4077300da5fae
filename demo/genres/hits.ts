import { transposed } from '#demo/composition/melody.ts';
import { bassLine, strokes, sung } from '#demo/composition/playing.ts';
import type { Part, Section, Song } from '#demo/composition/song.ts';
import { sawBass, subBass } from '#demo/instruments/bass-synths.ts';
import { brass, pad, pluck } from '#demo/instruments/chord-synths.ts';
import { piano } from '#demo/instruments/keys.ts';
import { lead, whistle } from '#demo/instruments/lead-synths.ts';
import { kalimba, marimba } from '#demo/instruments/mallets.ts';
import { pluckedString } from '#demo/instruments/plucked-string.ts';
import { rim } from '#demo/instruments/snare.ts';
import * as kit from './drum-kit.ts';
import { choir, chordsOf, duo, part } from './ensemble.ts';
import { type Score, songOf, type Tune } from './score.ts';

/** Pop: verse, pre-chorus, chorus. Lines in eighths: `verse` (over `verse`) and `chorus` (8 bars over `chorus`). */
export interface HitsScore extends Score {
  swing: number;
  bass: { verse: string; chorus: string };
  /** What carries the chords, in sixteenths: broken in the verse, struck in the chorus. */
  verseFigure: string;
  chorusRhythm: string;
  kick: { verse: string; chorus: string };
  sound: {
    keys: keyof typeof KEYS;
    singer: keyof typeof SINGERS;
    bass: keyof typeof BASSES;
    guitar: boolean;
  };
  long: boolean;
}

const KEYS = {
  marimba: marimba(),
  kalimba: kalimba(),
  piano: piano({ bright: 0.35, damper: 0.35 }),
  pluck: pluck({ bright: 3800, decay: 0.4, wave: 'square' }),
};
const SINGERS = {
  whistle: whistle({ bright: 1700 }),
  lead: lead({ wave: 'saw', bright: 1900 }),
  voice: duo([0.04, 1, 0.85, 0.2], 0.08),
  pulse: lead({ wave: 'pulse', bright: 2200, unison: 2 }),
};
const BASSES = {
  sub: subBass({ edge: 0.4 }),
  saw: sawBass({ bright: 900, decay: 0.3, octave: true }),
};

export function hitsSong(score: HitsScore): Song {
  return songOf(score, {
    swing: score.swing,
    parts: (tune) => [...drums(score), ...harmony(score, tune), ...melody(score, tune)],
    sections: form(score.long),
    reverb: { seconds: 1.8, preDelay: 0.015, dampHz: 5600 },
    delay: { beats: 0.75, feedback: 0.3, highCutHz: 4200 },
    duckedBy: 'kick',
    duckSeconds: 0.22,
    tailSeconds: 3.5,
    lufs: -15.2,
  });
}

function form(long: boolean): Section[] {
  const verse = 'kick:verse snap hat bass:verse figure guitar verse';
  const chorus = 'kick:chorus clap snare hat open shaker bass:chorus chords guitar chorus pad crash';
  return [
    { bars: 2, chords: 'verse', play: 'figure snap pad', sweeps: { figure: [1200, 7000] } },
    { bars: long ? 8 : 4, chords: 'verse', play: verse },
    { bars: 4, chords: 'verse', play: `${verse} shaker pad choir riser` },
    { bars: 8, chords: 'chorus', play: chorus },
    { bars: 4, chords: 'verse', play: 'figure pad choir verse bass:verse snap' },
    { bars: 8, chords: 'chorus', play: `${chorus} choir figure double` },
    { bars: 2, chords: 'verse', play: 'figure pad snap', sweeps: { figure: [7000, 900] } },
  ];
}

function drums(score: HitsScore): Part[] {
  return [
    kit.kick(
      { hz: 52, drop: 2.2, decay: 0.3, click: 0.4, drive: 0.4 },
      { ...score.kick, fill: 'X.....x.X...x.x.' },
      -18.5,
    ),
    part(
      'snap',
      rim({ hz: 2300, decay: 0.09 }),
      { lufs: -26, reverb: -10 },
      strokes({ '': '....X.......X...' }),
    ),
    kit.clap(1300, { '': '....X.......X...', fill: '....X.......X.xX' }, -24),
    kit.snare(
      { hz: 195, body: 0.6, decay: 0.2, colourHz: 2900, gate: 0 },
      { '': '....x.......x...', fill: '....x..g.gx.xxxx' },
      -23,
    ),
    kit.hat({ '': 'x.o.x.o.x.o.x.oo x.o.x.o.x.oox.o.' }, -31),
    kit.openHat({ '': '..............x. ..........x...x.' }, -31),
    kit.shaker({ '': 'xgogxgogxgogxgog' }, -34),
    kit.crash(-16),
    kit.riser(4, -20),
  ];
}

function harmony({ bass, verseFigure, chorusRhythm, sound }: HitsScore, { progressions }: Tune): Part[] {
  const chords = chordsOf(progressions);
  return [
    part('bass', BASSES[sound.bass], { lufs: -20, duck: 0.4 }, bassLine(bass, 31, 0.9)),
    part(
      'figure',
      KEYS[sound.keys],
      { lufs: -22, pan: 0.1, duck: 0.15, reverb: -11, delay: -14, lowCutHz: 150 },
      chords.broken([60, 79, 4], verseFigure, 1.6),
      0.006,
    ),
    part(
      'chords',
      sound.keys === 'piano' ? KEYS.piano : brass({ bright: 2600 }),
      { lufs: -22, duck: 0.3, reverb: -13, lowCutHz: 170 },
      chords.struck([55, 76, 4], chorusRhythm, 1.8, 0.006),
    ),
    part(
      'guitar',
      pluckedString({ decay: 0.9, brightness: 0.55, damper: 0.04, place: 0.18 }),
      { lufs: -25.5, pan: -0.4, reverb: -14, chorus: 0.4, lowCutHz: 250 },
      chords.struck([57, 76, 3], sound.guitar ? 'x.gx.gx.x.gx.xg. x.gx.gx.x.gxg.x.' : {}, 0.5, 0.01),
      0.005,
    ),
    part(
      'pad',
      pad({ bright: 1000 }),
      { lufs: -27.5, duck: 0.35, reverb: -9, lowCutHz: 170 },
      chords.held([53, 72, 3]),
    ),
    part(
      'choir',
      choir('o', [0.2, 2, 0.8, 0.7], 0.15),
      { lufs: -28, duck: 0.3, reverb: -8, lowCutHz: 250 },
      chords.held([62, 79, 2]),
    ),
  ];
}

function melody({ sound }: HitsScore, { line }: Tune): Part[] {
  const singer = SINGERS[sound.singer];
  const chorus = line('chorus', 62, 0.5);
  return [
    part(
      'verse',
      singer,
      { lufs: -21.5, reverb: -12, delay: -15 },
      sung({ '': line('verse', 62, 0.5) }, 0.88),
      0.01,
    ),
    part('chorus', singer, { lufs: -20.5, reverb: -11, delay: -13 }, sung({ '': chorus }, 0.92), 0.008),
    part(
      'double',
      KEYS[sound.keys === 'piano' ? 'pluck' : sound.keys],
      { lufs: -27, pan: 0.3, reverb: -9, delay: -12 },
      sung({ '': transposed(chorus, 12) }),
    ),
  ];
}
