import { transposed } from '#demo/composition/melody.ts';
import { bassLine, strokes, sung } from '#demo/composition/playing.ts';
import type { Part, Section, Song } from '#demo/composition/song.ts';
import { sawBass } from '#demo/instruments/bass-synths.ts';
import { pad, pluck, supersaw } from '#demo/instruments/chord-synths.ts';
import { piano } from '#demo/instruments/keys.ts';
import { snare } from '#demo/instruments/snare.ts';
import * as kit from './drum-kit.ts';
import { choir, chordsOf, part } from './ensemble.ts';
import { type Score, songOf, type Tune } from './score.ts';

/**
 * Trance: rolling bass, broken chords, one long theme. Line in eighths: `theme` (8 bars), over the
 * progression `main`.
 */
export interface TranceScore extends Score {
  /** Sixteenths of the bass; see `bassLine`. */
  bass: string;
  /** Sixteenths of the broken chords; see `broken`. */
  arp: string;
  /** Rhythm that cuts the held chords, sixteenths. */
  gate: string;
  sound: { brightHz: number; arpHz: number; arpDecay: number; break: 'piano' | 'pluck' | 'choir' };
  long: boolean;
}

export function tranceSong(score: TranceScore): Song {
  return songOf(score, {
    swing: 0,
    parts: (tune) => [...drums(), ...harmony(score, tune), ...melody(score, tune)],
    sections: form(score),
    reverb: { seconds: 3.2, preDelay: 0.025, dampHz: 6000 },
    delay: { beats: 0.75, feedback: 0.5, highCutHz: 5200 },
    duckedBy: 'kick',
    duckSeconds: 0.26,
    tailSeconds: 4.5,
    lufs: -15,
  });
}

function form({ long }: TranceScore): Section[] {
  const groove = 'kick clap hat open ride bass';
  const drop = `${groove} arp gate theme crash impact`;
  return [
    { bars: 4, chords: 'main', play: 'kick hat arp crash', sweeps: { arp: [700, 3000] } },
    { bars: 8, chords: 'main', play: 'kick clap hat open bass arp pad crash', sweeps: { arp: [3000, 9000] } },
    { bars: 8, chords: 'main', play: 'pad choir calm fall impact', fades: { pad: [-1, 1] } },
    {
      bars: 4,
      chords: 'main',
      play: 'roll arp gate pad riser',
      sweeps: { gate: [400, 9000], arp: [1500, 9000] },
    },
    { bars: 8, chords: 'main', play: drop },
    ...(long ? [{ bars: 8, chords: 'main', play: `${drop} choir high` }] : []),
    { bars: 4, chords: 'main', play: 'kick hat open bass arp pad crash', sweeps: { arp: [9000, 900] } },
  ];
}

function drums(): Part[] {
  return [
    kit.kick(
      { hz: 48, drop: 3.4, decay: 0.28, click: 0.7, drive: 0.7 },
      { '': 'X...X...X...X...', fill: 'X...X...X...X.xx' },
    ),
    kit.clap(1400, { '': '....X.......X...', fill: '....X...x...X.xX' }, -23.5),
    kit.hat({ '': 'x.xgx.xgx.xgx.xg' }, -31),
    kit.openHat({ '': '..X...X...X...X.' }, -26.5, 0.22),
    kit.ride({ '': 'x...x...x...x...' }, -34),
    part(
      'roll',
      snare({ hz: 230, body: 0.45, decay: 0.15, colourHz: 3600, gate: 0 }),
      { lufs: -24, reverb: -11 },
      strokes({ '': 'g...g...g...g... g.g.g.g.o.o.o.o. o.o.o.o.x.x.x.x. ooooooooxxxxXXXX' }),
    ),
    kit.crash(-14),
    kit.impact(-11),
    kit.fall(8),
    kit.riser(12),
  ];
}

function harmony({ bass, arp, gate, sound }: TranceScore, { progressions }: Tune): Part[] {
  const chords = chordsOf(progressions);
  return [
    part(
      'bass',
      sawBass({ bright: 1500, decay: 0.12, resonance: 0.3 }),
      { lufs: -19.5, duck: 0.6 },
      bassLine({ '': bass }, 31, 0.75),
    ),
    part(
      'arp',
      pluck({ bright: sound.arpHz, decay: sound.arpDecay, resonance: 0.35 }),
      { lufs: -24, duck: 0.35, reverb: -12, delay: -8, lowCutHz: 260 },
      chords.broken([60, 79, 3], arp, 0.8),
    ),
    part(
      'gate',
      supersaw({ bright: sound.brightHz, release: 0.09, detune: 30 }),
      { lufs: -22.5, duck: 0.45, reverb: -12, lowCutHz: 220 },
      chords.struck([55, 76, 4], gate, 0.8),
    ),
    part(
      'pad',
      pad({ bright: 1100, attack: 0.5, release: 1.6 }),
      { lufs: -24.5, duck: 0.5, reverb: -8, lowCutHz: 140 },
      chords.held([52, 72, 4]),
    ),
    part(
      'choir',
      choir('o', [0.4, 2, 0.85, 1], 0.2),
      { lufs: -26.5, duck: 0.4, reverb: -6, lowCutHz: 250 },
      chords.held([64, 81, 2]),
    ),
  ];
}

function melody({ sound }: TranceScore, { line }: Tune): Part[] {
  const theme = line('theme', 64, 0.5);
  const calm = {
    piano: piano({ bright: 0.45, damper: 0.6 }),
    pluck: pluck({ bright: 3200, decay: 1.1, wave: 'glass' }),
    choir: choir('a', [0.08, 1, 0.8, 0.5], 0.1),
  };
  return [
    part(
      'theme',
      supersaw({ bright: sound.brightHz * 1.3, release: 0.35, detune: 26 }),
      { lufs: -20, duck: 0.3, reverb: -11, delay: -11, lowCutHz: 240 },
      sung({ '': theme }),
    ),
    part(
      'high',
      pluck({ bright: 6500, decay: 0.5 }),
      { lufs: -27, duck: 0.3, reverb: -8, delay: -8, lowCutHz: 500 },
      sung({ '': transposed(theme, 12) }),
    ),
    part('calm', calm[sound.break], { lufs: -20.5, reverb: -7, delay: -11 }, sung({ '': theme }), 0.012),
  ];
}
