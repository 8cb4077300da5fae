import { bassLine, broken, held, stabs, strokes, sung } from '#demo/composition/playing.ts';
import type { Part, Section, Song } from '#demo/composition/song.ts';
import { sawBass } from '#demo/instruments/bass-synths.ts';
import { pad, pluck, supersaw } from '#demo/instruments/chord-synths.ts';
import { piano } from '#demo/instruments/keys.ts';
import { snare } from '#demo/instruments/snare.ts';
import { voice } from '#demo/instruments/voice.ts';
import {
  clapPart,
  crashPart,
  fallPart,
  hatPart,
  impactPart,
  kickPart,
  openHatPart,
  ridePart,
  riserPart,
} from './drum-kit.ts';
import { readScore, type Score, type Tune } from './score.ts';

/** Trance: rolling bass, broken chords, one long theme. Line in eighths: `theme` (8 bars), over the progression `main`. */
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
  const tune = readScore(score);
  return {
    seed: score.title,
    bpm: score.bpm,
    swing: 0,
    parts: [...drums(), ...harmony(score, tune), ...melody(score, tune)],
    progressions: tune.progressions,
    sections: form(score),
    reverb: { seconds: 3.2, preDelay: 0.025, dampHz: 6000 },
    delay: { beats: 0.75, feedback: 0.5, highCutHz: 5200 },
    duckedBy: 'kick',
    duckSeconds: 0.26,
    tailSeconds: 4.5,
    lufs: -15,
  };
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
    kickPart(
      { hz: 48, drop: 3.4, decay: 0.28, click: 0.7, drive: 0.7 },
      { '': 'X...X...X...X...', fill: 'X...X...X...X.xx' },
    ),
    clapPart(1400, { '': '....X.......X...', fill: '....X...x...X.xX' }, -23.5),
    hatPart({ '': 'x.xgx.xgx.xgx.xg' }, -31),
    openHatPart({ '': '..X...X...X...X.' }, -26.5, 0.22),
    ridePart({ '': 'x...x...x...x...' }, -34),
    {
      name: 'roll',
      instrument: snare({ hz: 230, body: 0.45, decay: 0.15, colourHz: 3600, gate: 0 }),
      notes: strokes({ '': 'g...g...g...g... g.g.g.g.o.o.o.o. o.o.o.o.x.x.x.x. ooooooooxxxxXXXX' }),
      channel: { level: { lufs: -24 }, reverb: -11 },
    },
    crashPart(-14),
    impactPart(-11),
    fallPart(8),
    riserPart(12),
  ];
}

function harmony(score: TranceScore, tune: Tune): Part[] {
  const { progressions } = tune;
  return [
    {
      name: 'bass',
      instrument: sawBass({ bright: 1500, decay: 0.12, resonance: 0.3 }),
      notes: bassLine({ '': score.bass }, 31, 0.75),
      channel: { level: { lufs: -19.5 }, duck: 0.6 },
    },
    {
      name: 'arp',
      instrument: pluck({ bright: score.sound.arpHz, decay: score.sound.arpDecay, resonance: 0.35 }),
      notes: broken(progressions, { low: 60, high: 79, voices: 3 }, { '': score.arp }, 0.8),
      channel: { level: { lufs: -24 }, duck: 0.35, reverb: -12, delay: -8, lowCutHz: 260 },
    },
    {
      name: 'gate',
      instrument: supersaw({ bright: score.sound.brightHz, release: 0.09, detune: 30 }),
      notes: stabs(progressions, { low: 55, high: 76, voices: 4 }, { '': score.gate }, { length: 0.8 }),
      channel: { level: { lufs: -22.5 }, duck: 0.45, reverb: -12, lowCutHz: 220 },
    },
    {
      name: 'pad',
      instrument: pad({ bright: 1100, attack: 0.5, release: 1.6 }),
      notes: held(progressions, { low: 52, high: 72, voices: 4 }),
      channel: { level: { lufs: -24.5 }, duck: 0.5, reverb: -8, lowCutHz: 140 },
    },
    {
      name: 'choir',
      instrument: voice({
        vowel: 'o',
        singers: 3,
        amp: { attack: 0.4, decay: 2, sustain: 0.85, release: 1 },
        breath: 0.2,
        width: 1,
      }),
      notes: held(progressions, { low: 64, high: 81, voices: 2 }),
      channel: { level: { lufs: -26.5 }, duck: 0.4, reverb: -6, lowCutHz: 250 },
    },
  ];
}

function melody(score: TranceScore, tune: Tune): Part[] {
  const theme = tune.line('theme', 64, 0.5);
  const calm = {
    piano: piano({ bright: 0.45, damper: 0.6 }),
    pluck: pluck({ bright: 3200, decay: 1.1, wave: 'glass' }),
    choir: voice({
      vowel: 'a',
      singers: 3,
      amp: { attack: 0.08, decay: 1, sustain: 0.8, release: 0.5 },
      breath: 0.1,
      width: 1,
    }),
  }[score.sound.break];
  return [
    {
      name: 'theme',
      instrument: supersaw({ bright: score.sound.brightHz * 1.3, release: 0.35, detune: 26 }),
      notes: sung({ '': theme }),
      channel: { level: { lufs: -20 }, duck: 0.3, reverb: -11, delay: -11, lowCutHz: 240 },
    },
    {
      name: 'high',
      instrument: pluck({ bright: 6500, decay: 0.5 }),
      notes: sung({
        '': { ...theme, notes: theme.notes.map((note) => ({ ...note, midi: note.midi + 12 })) },
      }),
      channel: { level: { lufs: -27 }, duck: 0.3, reverb: -8, delay: -8, lowCutHz: 500 },
    },
    {
      name: 'calm',
      instrument: calm,
      notes: sung({ '': theme }),
      loose: 0.012,
      channel: { level: { lufs: -20.5 }, reverb: -7, delay: -11 },
    },
  ];
}
