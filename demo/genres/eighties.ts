import { bassLine, strokes, sung } from '#demo/composition/playing.ts';
import type { Part, Section, Song } from '#demo/composition/song.ts';
import { fmBass, sawBass } from '#demo/instruments/bass-synths.ts';
import { brass, pad, pluck } from '#demo/instruments/chord-synths.ts';
import { bell } from '#demo/instruments/keys.ts';
import { tom } from '#demo/instruments/kick.ts';
import { lead } from '#demo/instruments/lead-synths.ts';
import * as kit from './drum-kit.ts';
import { chordsOf, part } from './ensemble.ts';
import { type Score, songOf, type Tune } from './score.ts';

/** Synthwave: gated snare, running bass, one long lead. Line in eighths: `song` (8 bars) over `main`. */
export interface EightiesScore extends Score {
  /** Sixteenths; see `bassLine` and `broken`. */
  bass: string;
  arp: string;
  brassRhythm: string;
  kick: string;
  snare: string;
  sound: { bass: 'saw' | 'digital'; lead: 'saw' | 'pulse' | 'bell'; gateSeconds: number };
  long: boolean;
}

export function eightiesSong(score: EightiesScore): Song {
  return songOf(score, {
    swing: 0,
    parts: (tune) => [...drums(score), ...harmony(score, tune), ...melody(score, tune)],
    sections: form(score),
    reverb: { seconds: 2.4, preDelay: 0.02, dampHz: 6500 },
    delay: { beats: 0.75, feedback: 0.4, highCutHz: 4600 },
    duckedBy: 'kick',
    duckSeconds: 0.2,
    tailSeconds: 4.5,
    lufs: -15.5,
  });
}

function form({ long }: EightiesScore): Section[] {
  const groove = 'kick snare hat open bass';
  return [
    { bars: 2, chords: 'main', play: 'arp pad bass', sweeps: { arp: [600, 2600], bass: [300, 900] } },
    { bars: 8, chords: 'main', play: `${groove} arp pad song crash` },
    { bars: 4, chords: 'main', play: 'arp pad bells toms', sweeps: { arp: [6000, 1500] } },
    ...(long ? [{ bars: 4, chords: 'main', play: `${groove} arp brass bells crash` }] : []),
    { bars: 8, chords: 'main', play: `${groove} arp pad brass song bells crash impact toms:fills` },
    { bars: 2, chords: 'main', play: 'arp pad bass bells', sweeps: { arp: [6000, 500] } },
  ];
}

function drums(score: EightiesScore): Part[] {
  return [
    kit.kick({ hz: 55, drop: 2, decay: 0.28, click: 0.7, drive: 0.5 }, { '': score.kick }, -19),
    kit.snare(
      { hz: 178, body: 0.75, decay: 0.4, colourHz: 2600, gate: score.sound.gateSeconds },
      { '': score.snare, fill: '....X.......X.xx' },
      -20.5,
      { reverb: -8 },
    ),
    kit.hat({ '': 'x.o.x.o.x.o.x.o. x.o.x.o.x.o.x.oo' }, -31),
    kit.openHat({ '': '..............x.' }, -31),
    part(
      'toms',
      tom({ decay: 0.5, skin: 0.5 }),
      { lufs: -22, reverb: -8 },
      strokes(
        {
          '': '................ ................ ................ x.x.x.x.xxxxX...',
          fills: '................ ................ ................ ............xxxx',
        },
        [57, 57, 54, 54, 50, 50, 45, 45, 41],
      ),
    ),
    kit.crash(-15),
    kit.impact(-13),
  ];
}

function harmony({ bass, arp, brassRhythm, sound }: EightiesScore, { progressions }: Tune): Part[] {
  const chords = chordsOf(progressions);
  return [
    part(
      'bass',
      sound.bass === 'saw'
        ? sawBass({ bright: 1100, decay: 0.22, resonance: 0.3 })
        : fmBass({ bite: 2.2, decay: 0.35 }),
      { lufs: -19.5, duck: 0.35 },
      bassLine({ '': bass }, 31, 0.85),
    ),
    part(
      'arp',
      pluck({ bright: 3600, decay: 0.34, resonance: 0.35 }),
      { lufs: -24.5, pan: 0.12, duck: 0.2, reverb: -12, delay: -9, lowCutHz: 220 },
      chords.broken([60, 79, 3], arp, 0.85),
    ),
    part(
      'pad',
      pad({ bright: 1250, attack: 0.3, release: 1.5 }),
      { lufs: -23.5, duck: 0.3, reverb: -9, chorus: 0.7, lowCutHz: 140 },
      chords.held([53, 73, 4]),
    ),
    part(
      'brass',
      brass({ bright: 3200, attack: 0.03 }),
      { lufs: -23, duck: 0.2, reverb: -11, chorus: 0.4, lowCutHz: 180 },
      chords.struck([57, 77, 4], brassRhythm, 1.7),
    ),
    part(
      'bells',
      bell({ ratio: 3.5, index: 1.8, decay: 1.8 }),
      { lufs: -25.5, pan: -0.3, reverb: -6, delay: -8 },
      chords.broken([72, 91, 3], '2.......1.....0. 3.....2.....1...', 2),
    ),
  ];
}

function melody({ sound }: EightiesScore, { line }: Tune): Part[] {
  const instrument =
    sound.lead === 'bell'
      ? bell({ ratio: 2, index: 1.6, decay: 1.6 })
      : lead({ wave: sound.lead, bright: 2400, glide: 0.16, release: 0.35 });
  return [
    part(
      'song',
      instrument,
      { lufs: -19.5, duck: 0.1, reverb: -10, delay: -10, chorus: 0.3 },
      sung({ '': line('song', 64, 0.5) }),
      0.006,
    ),
  ];
}
