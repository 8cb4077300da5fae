import { transposed } from '#demo/composition/melody.ts';
import { bassLine, strokes, sung } from '#demo/composition/playing.ts';
import type { Part, Section, Song } from '#demo/composition/song.ts';
import { acid, sawBass } from '#demo/instruments/bass-synths.ts';
import { pad, pluck, supersaw } from '#demo/instruments/chord-synths.ts';
import { piano } from '#demo/instruments/keys.ts';
import { lead } from '#demo/instruments/lead-synths.ts';
import { snare } from '#demo/instruments/snare.ts';
import * as kit from './drum-kit.ts';
import { choir, chordsOf, part } from './ensemble.ts';
import { type Score, songOf, type Tune } from './score.ts';

/** Eurodance: piano, a bass between the beats, a hook to shout. Line in eighths: `hook` (8 bars) over `main`. */
export interface NinetiesScore extends Score {
  /** Sixteenths; see `bassLine`. */
  bass: string;
  pianoRhythm: string;
  /** The figure that stands where others rap, broken chords in sixteenths. */
  figure: string;
  sound: { hook: 'saw' | 'pulse' | 'square'; figure: 'acid' | 'pluck' | 'stack'; breakbeat: boolean };
}

export function ninetiesSong(score: NinetiesScore): Song {
  return songOf(score, {
    swing: 0.03,
    parts: (tune) => [...drums(), ...harmony(score, tune), ...melody(score, tune)],
    sections: form(score),
    reverb: { seconds: 1.7, preDelay: 0.01, dampHz: 6200 },
    delay: { beats: 0.75, feedback: 0.32, highCutHz: 5000 },
    duckedBy: 'kick',
    duckSeconds: 0.18,
    tailSeconds: 3.2,
    lufs: -15,
  });
}

function form({ sound }: NinetiesScore): Section[] {
  const groove = `kick clap hat open bass${sound.breakbeat ? ' break' : ''}`;
  return [
    { bars: 4, chords: 'main', play: 'kick hat piano crash' },
    { bars: 8, chords: 'main', play: `${groove} piano hook crash` },
    { bars: 8, chords: 'main', play: `${groove} figure pad`, sweeps: { figure: [1800, 7000] } },
    { bars: 4, chords: 'main', play: 'piano choir pad roll riser' },
    { bars: 8, chords: 'main', play: `${groove} ride piano hook choir stack crash impact` },
    { bars: 4, chords: 'main', play: `${groove} piano figure crash`, sweeps: { figure: [7000, 1200] } },
    { bars: 2, chords: 'main', play: 'piano pad choir' },
  ];
}

function drums(): Part[] {
  return [
    kit.kick(
      { hz: 54, drop: 3.2, decay: 0.26, click: 0.8, drive: 0.6 },
      { '': 'X...X...X...X...', fill: 'X...X...X...X.X.' },
    ),
    kit.clap(1500, { '': '....X.......X...', fill: '....X...x..xX.xX' }, -22.5),
    kit.hat({ '': 'x.xxx.xxx.xxx.xx' }, -31),
    kit.openHat({ '': '..X...X...X...X.' }, -26.5, 0.2),
    kit.ride({ '': 'x...x...x...x...' }, -34),
    part(
      'break',
      snare({ hz: 240, body: 0.6, decay: 0.13, colourHz: 3200, gate: 0 }),
      { lufs: -27, pan: 0.1, reverb: -16 },
      strokes({ '': '....o..g.g..o..g ....o..g.g..o.gg' }),
    ),
    part(
      'roll',
      snare({ hz: 220, body: 0.5, decay: 0.14, colourHz: 3400, gate: 0 }),
      { lufs: -24, reverb: -12 },
      strokes({ '': '................ g...g...g...g... o.o.o.o.o.o.o.o. xxxxxxxxXXXXX...' }),
    ),
    kit.crash(-14),
    kit.impact(-12),
    kit.riser(4, -18),
  ];
}

function harmony({ bass, pianoRhythm, figure, sound }: NinetiesScore, { progressions }: Tune): Part[] {
  const chords = chordsOf(progressions);
  const figures = {
    acid: acid({ bright: 3200 }),
    pluck: pluck({ bright: 4200, decay: 0.22, wave: 'square' }),
    stack: supersaw({ bright: 3400, release: 0.08, detune: 40 }),
  };
  return [
    part(
      'bass',
      sawBass({ bright: 1300, decay: 0.14, resonance: 0.3 }),
      { lufs: -19.5, duck: 0.35 },
      bassLine({ '': bass }, 33, 0.8),
    ),
    part(
      'piano',
      piano({ bright: 0.85, damper: 0.12 }),
      { lufs: -21, duck: 0.2, reverb: -13, lowCutHz: 160, chorus: 0.2 },
      chords.struck([57, 78, 4], pianoRhythm, 1.2),
    ),
    part(
      'figure',
      figures[sound.figure],
      { lufs: -22.5, duck: 0.25, reverb: -14, delay: -11, lowCutHz: 180 },
      chords.broken([sound.figure === 'acid' ? 48 : 60, 79, 3], figure, 0.8),
    ),
    part(
      'pad',
      pad({ bright: 1200, attack: 0.2 }),
      { lufs: -27, duck: 0.35, reverb: -9, lowCutHz: 170 },
      chords.held([55, 74, 3]),
    ),
    part(
      'choir',
      choir('a', [0.08, 1.5, 0.8, 0.5], 0.1),
      { lufs: -25.5, duck: 0.25, reverb: -9, lowCutHz: 280 },
      chords.held([64, 81, 2]),
    ),
  ];
}

function melody({ sound }: NinetiesScore, { line }: Tune): Part[] {
  const hook = line('hook', 62, 0.5);
  return [
    part(
      'hook',
      lead({ wave: sound.hook, bright: 3400, unison: 4 }),
      { lufs: -19.5, duck: 0.15, reverb: -13, delay: -12 },
      sung({ '': hook }, 0.8),
    ),
    part(
      'stack',
      supersaw({ bright: 3800, release: 0.12, detune: 48 }),
      { lufs: -25, duck: 0.2, reverb: -12, lowCutHz: 250 },
      sung({ '': transposed(hook, -12) }, 0.8),
    ),
  ];
}
