import { bassLine, sung } from '#demo/composition/playing.ts';
import type { Part, Section, Song } from '#demo/composition/song.ts';
import { reeseBass, sawBass, subBass } from '#demo/instruments/bass-synths.ts';
import { pad, supersaw } from '#demo/instruments/chord-synths.ts';
import { electricPiano } from '#demo/instruments/keys.ts';
import { lead } from '#demo/instruments/lead-synths.ts';
import { kalimba } from '#demo/instruments/mallets.ts';
import { pluckedString } from '#demo/instruments/plucked-string.ts';
import * as kit from './drum-kit.ts';
import { choir, chordsOf, duo, part } from './ensemble.ts';
import { type Score, songOf, type Tune } from './score.ts';

/** The years after 2000: filtered disco loops, electro, R&B. Line `hook` (4 or 8 bars) over `main`. */
export interface TwoThousandScore extends Score {
  style: 'filter' | 'electro' | 'rnb';
  swing: number;
  /** Beats a step of the hook's notation. */
  stepBeats: number;
  bass: string;
  chordRhythm: string;
  kick: string;
  hats: string;
}

export function twoThousandSong(score: TwoThousandScore): Song {
  return songOf(score, {
    swing: score.swing,
    parts: (tune) => [...drums(score), ...harmony(score, tune), ...melody(score, tune)],
    sections: score.style === 'rnb' ? balladForm() : floorForm(),
    reverb: { seconds: 1.5, preDelay: 0.012, dampHz: 5200 },
    delay: { beats: score.style === 'rnb' ? 0.5 : 0.75, feedback: 0.38, highCutHz: 3600 },
    duckedBy: score.style === 'rnb' ? null : 'kick',
    duckSeconds: score.style === 'filter' ? 0.34 : 0.27,
    tailSeconds: 3.5,
    lufs: -15,
  });
}

/** One loop, opened and closed by its filter. */
function floorForm(): Section[] {
  const groove = 'kick clap hat open bass chords strings';
  return [
    { bars: 4, chords: 'main', play: 'kick chords', sweeps: { chords: [260, 1800] } },
    {
      bars: 4,
      chords: 'main',
      play: 'kick clap hat open chords bass riser',
      sweeps: { chords: [1800, 6000] },
    },
    { bars: 8, chords: 'main', play: `${groove} hook crash impact` },
    {
      bars: 4,
      chords: 'main',
      play: 'chords hook choir fall',
      sweeps: { chords: [5000, 400], hook: [8000, 1500] },
    },
    { bars: 2, chords: 'main', play: 'kick chords riser clap:roll', sweeps: { chords: [400, 5000] } },
    { bars: 8, chords: 'main', play: `${groove} hook choir shaker crash impact` },
    { bars: 4, chords: 'main', play: 'kick hat open bass chords crash', sweeps: { chords: [6000, 300] } },
  ];
}

function balladForm(): Section[] {
  const groove = 'kick snare rim hat bass chords';
  return [
    { bars: 2, chords: 'main', play: 'chords choir' },
    { bars: 8, chords: 'main', play: `${groove} hook` },
    { bars: 4, chords: 'main', play: `${groove} clap strings choir` },
    { bars: 8, chords: 'main', play: `${groove} clap open strings hook shaker` },
    { bars: 4, chords: 'main', play: 'chords strings choir hook' },
  ];
}

function drums(score: TwoThousandScore): Part[] {
  const electro = score.style === 'electro';
  return [
    kit.kick(
      { hz: electro ? 50 : 53, drop: 2.6, decay: 0.32, click: 0.5, drive: electro ? 0.9 : 0.4 },
      { '': score.kick },
      -18,
    ),
    kit.clap(
      1200,
      { '': '....X.......X...', fill: '....X.......X.xX', roll: 'x...x...x...x... x.x.x.x.xxxxxxxx' },
      -23,
    ),
    kit.snare(
      { hz: 205, body: 0.55, decay: 0.16, colourHz: 3000, gate: 0 },
      { '': '....X.......X..g' },
      -22.5,
    ),
    kit.rim({ '': '..g....o..g..o..' }, -31),
    kit.hat({ '': score.hats }, -30),
    kit.openHat({ '': '..x...x...x...x.' }, -28),
    kit.shaker({ '': 'xgogxgogxgogxgog' }, -33),
    kit.crash(-15),
    kit.impact(-12),
    kit.fall(8, -21),
    kit.riser(8, -19),
  ];
}

const BASSES = {
  filter: sawBass({ bright: 850, decay: 0.2, octave: true }),
  electro: reeseBass({ bright: 900 }),
  rnb: subBass({ edge: 0.3 }),
};
const CHORDS = {
  filter: electricPiano({ bell: 0.5, bite: 2.2 }),
  electro: supersaw({ bright: 3200, release: 0.12, detune: 44 }),
  rnb: kalimba(),
};
const HOOKS = {
  filter: duo([0.02, 0.8, 0.7, 0.12], 0.05),
  electro: lead({ wave: 'square', bright: 2400, glide: 0.12, unison: 2 }),
  rnb: lead({ wave: 'triangle', bright: 1700, unison: 2, glide: 0.1 }),
};

function harmony({ style, bass, chordRhythm }: TwoThousandScore, { progressions }: Tune): Part[] {
  const chords = chordsOf(progressions);
  const isLoop = style === 'filter';
  return [
    part('bass', BASSES[style], { lufs: -19.5, duck: 0.6 }, bassLine({ '': bass }, 31, 0.88)),
    part(
      'chords',
      CHORDS[style],
      { lufs: -21, duck: 0.65, reverb: -13, delay: -16, lowCutHz: 150, chorus: 0.45 },
      chords.struck([54, 76, 4], chordRhythm, 1.5, 0.012),
    ),
    part(
      'strings',
      isLoop
        ? pluckedString({ decay: 0.7, brightness: 0.7, damper: 0.03, place: 0.15 })
        : pad({ bright: 1600, attack: 0.12 }),
      { lufs: -25.5, pan: -0.25, duck: 0.4, reverb: -11, lowCutHz: 280 },
      isLoop ? chords.struck([60, 79, 3], 'x.xg.xx.x.xg.xgx', 0.45, 0.008) : chords.held([60, 80, 3]),
      0.004,
    ),
    part(
      'choir',
      choir('e', [0.15, 2, 0.8, 0.6], 0.1),
      { lufs: -27, duck: 0.5, reverb: -8, lowCutHz: 280 },
      chords.held([62, 79, 2]),
    ),
  ];
}

function melody({ style, stepBeats }: TwoThousandScore, { line }: Tune): Part[] {
  return [
    part(
      'hook',
      HOOKS[style],
      { lufs: -20, duck: 0.25, reverb: -13, delay: -12, chorus: style === 'filter' ? 0.5 : 0.2 },
      sung({ '': line('hook', 60, stepBeats) }, 0.85),
      0.006,
    ),
  ];
}
