import { transposed } from '#demo/composition/melody.ts';
import { bassLine, strokes, sung } from '#demo/composition/playing.ts';
import type { Part, Section, Song } from '#demo/composition/song.ts';
import { sawBass } from '#demo/instruments/bass-synths.ts';
import { pad, pluck, supersaw } from '#demo/instruments/chord-synths.ts';
import { lead } from '#demo/instruments/lead-synths.ts';
import { snare } from '#demo/instruments/snare.ts';
import * as kit from './drum-kit.ts';
import { choir, chordsOf, part } from './ensemble.ts';
import { type Score, songOf, type Tune } from './score.ts';

/**
 * Dance & electro: four on the floor, wide chords, a hook. Lines in eighths: `verse` (4 bars) and `hook` (8
 * bars).
 */
export interface DanceScore extends Score {
  /** Sixteenths of the bass in verse and drop; see `bassLine`. */
  bass: { verse: string; drop: string };
  /** Rhythm of the drop's chords, sixteenths. */
  chordRhythm: string;
  /** Broken chords of the verse; see `broken`. */
  pluck: string;
  sound: { brightHz: number; lead: 'saw' | 'square' | 'pulse'; pluckWave: 'saw' | 'square' | 'glass' };
  long: boolean;
}

export function danceSong(score: DanceScore): Song {
  return songOf(score, {
    swing: 0.04,
    parts: (tune) => [...drums(), ...harmony(score, tune), ...melody(score, tune)],
    sections: form(score.long),
    reverb: { seconds: 2.1, preDelay: 0.02, dampHz: 5200 },
    delay: { beats: 0.75, feedback: 0.42, highCutHz: 4200 },
    duckedBy: 'kick',
    duckSeconds: 0.3,
    tailSeconds: 3.5,
    lufs: -15,
  });
}

function form(long: boolean): Section[] {
  const groove = 'kick clap hat open shaker';
  const drop = `${groove} bass:drop chords:drop hook:hook crash`;
  return [
    { bars: 4, chords: 'verse', play: 'kick hat pluck pad crash', sweeps: { pluck: [600, 5200] } },
    {
      bars: long ? 8 : 4,
      chords: 'verse',
      play: 'kick clap hat open bass:verse pluck pad verse:verse crash',
    },
    {
      bars: 4,
      chords: 'drop',
      play: 'roll chords:build pad riser choir verse:hook',
      sweeps: { chords: [500, 9000] },
    },
    { bars: 8, chords: 'drop', play: `${drop} impact` },
    {
      bars: 4,
      chords: 'verse',
      play: 'pad pluck choir verse:verse impact riser',
      sweeps: { pluck: [5200, 900] },
    },
    ...(long
      ? [
          {
            bars: 4,
            chords: 'drop',
            play: 'roll chords:build pad riser',
            sweeps: { chords: [400, 9500] } as const,
          },
        ]
      : []),
    { bars: 8, chords: 'drop', play: `${drop} high:hook pluck choir impact` },
    {
      bars: long ? 4 : 2,
      chords: 'verse',
      play: 'kick hat pluck pad bass:verse',
      sweeps: { pluck: [5200, 500] },
    },
  ];
}

function drums(): Part[] {
  return [
    kit.kick(
      { hz: 49, drop: 3.1, decay: 0.34, click: 0.5, drive: 0.5 },
      { '': 'X...X...X...X...', fill: 'X...X...X...X.X.' },
    ),
    kit.clap(1250, { '': '....X.......X...', fill: '....X.......X.xx' }),
    kit.hat({ '': '..x...x...x...x. ..x.g.x...x.g.x.' }),
    kit.openHat({ '': '..x...x...x...x.' }),
    kit.shaker({ '': 'xgogxgogxgogxgog' }),
    part(
      'roll',
      snare({ hz: 210, body: 0.5, decay: 0.14, colourHz: 3400, gate: 0 }),
      { lufs: -24, reverb: -12 },
      strokes({ '': 'g...g...g...g... g...g...o...o... o.o.o.o.o.o.o.o. ooooxxxxxxxxX...' }),
    ),
    kit.crash(),
    kit.impact(),
    kit.riser(8),
  ];
}

function harmony({ bass, chordRhythm, pluck: figure, sound }: DanceScore, { progressions }: Tune): Part[] {
  const chords = chordsOf(progressions);
  return [
    part('bass', sawBass({ bright: 900, decay: 0.22 }), { lufs: -19.5, duck: 0.75 }, bassLine(bass, 31)),
    part(
      'chords',
      supersaw({ bright: sound.brightHz, release: 0.25 }),
      { lufs: -20.5, duck: 0.7, reverb: -15, lowCutHz: 170 },
      chords.struck([53, 74, 4], { drop: chordRhythm, build: 'x.x.x.x.x.x.x.x. xxxxxxxxxxxxxxxx' }, 1.6),
    ),
    part(
      'pluck',
      pluck({ bright: 3600, decay: 0.5, wave: sound.pluckWave }),
      { lufs: -24, duck: 0.4, reverb: -12, delay: -11, lowCutHz: 200 },
      chords.broken([60, 79, 4], figure),
    ),
    part(
      'pad',
      pad({ bright: 900 }),
      { lufs: -26.5, duck: 0.6, reverb: -10, lowCutHz: 150 },
      chords.held([52, 71, 3]),
    ),
    part(
      'choir',
      choir('a', [0.25, 2, 0.8, 0.9], 0.15),
      { lufs: -27, duck: 0.5, reverb: -7, lowCutHz: 250 },
      chords.held([64, 81, 2]),
    ),
  ];
}

function melody(score: DanceScore, tune: Tune): Part[] {
  const hook = tune.line('hook', 62, 0.5);
  return [
    part(
      'hook',
      lead({ wave: score.sound.lead, bright: 2600 }),
      { lufs: -20, duck: 0.35, reverb: -13, delay: -12 },
      sung({ hook }),
    ),
    part(
      'high',
      supersaw({ bright: 4200, release: 0.3, detune: 24 }),
      { lufs: -27, duck: 0.5, reverb: -9, lowCutHz: 400 },
      sung({ hook: transposed(hook, 12) }),
    ),
    part(
      'verse',
      lead({ wave: 'triangle', bright: 1900, unison: 2, attack: 0.03 }),
      { lufs: -23, duck: 0.3, reverb: -9, delay: -9 },
      sung({ verse: tune.line('verse', 62, 0.5), hook }),
    ),
  ];
}
