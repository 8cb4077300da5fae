import { parseProgression } from '#demo/composition/chord.ts';
import { parseKey, parseMelody } from '#demo/composition/melody.ts';
import { bassLine, broken, held, strokes, sung } from '#demo/composition/playing.ts';
import type { Song } from '#demo/composition/song.ts';
import { reeseBass, subBass } from '#demo/instruments/bass-synths.ts';
import { pad } from '#demo/instruments/chord-synths.ts';
import { bell, electricPiano } from '#demo/instruments/keys.ts';
import { kick } from '#demo/instruments/kick.ts';
import { whistle } from '#demo/instruments/lead-synths.ts';
import { chime, kalimba } from '#demo/instruments/mallets.ts';
import { sweep } from '#demo/instruments/sweep.ts';
import { voice } from '#demo/instruments/voice.ts';

export interface Episode {
  /** Folder below `podcasts/` and file name without ending. */
  show: string;
  file: string;
  /** As the tags say it; the show's name stands for the artist. */
  showTitle: string;
  title: string;
  /** `2026-09-04` */
  date: string;
  bpm: number;
  bars: number;
  key: string;
  chords: string;
  line: string;
  figure: string;
  mood: 'shore' | 'night';
  description: string;
  /** What begins at which bar. */
  chapters: readonly (readonly [bar: number, title: string])[];
}

/** An episode of the demo's podcasts: waves, a figure, a slow line. */
export function episodeSong(episode: Episode): Song {
  const key = parseKey(episode.key);
  const progressions = { main: parseProgression(episode.chords) };
  const shore = episode.mood === 'shore';
  const bars = episode.bars;
  const middle = bars - 6;
  return {
    seed: `episode ${episode.file}`,
    bpm: episode.bpm,
    swing: shore ? 0.1 : 0.04,
    parts: [
      {
        name: 'surf',
        instrument: sweep({ fromHz: 260, toHz: 1500, down: false }),
        notes: (bar) => (bar.index % 2 === 0 ? [{ beat: 0, beats: 5, midi: 60, velocity: 0.8 }] : []),
        channel: { level: { peak: -21 }, pan: -0.3, reverb: -14 },
      },
      {
        name: 'ebb',
        instrument: sweep({ fromHz: 220, toHz: 1500, down: true }),
        notes: (bar) => (bar.index % 2 === 1 ? [{ beat: 1, beats: 4, midi: 60, velocity: 0.8 }] : []),
        channel: { level: { peak: -22 }, pan: 0.3, reverb: -14 },
      },
      {
        name: 'pulse',
        instrument: kick({ hz: 47, drop: 2, decay: 0.36, click: 0.15, drive: 0.2 }),
        notes: strokes({ '': shore ? 'o.......o.......' : 'x...x...x...x...' }),
        channel: { level: { lufs: shore ? -26 : -21 } },
      },
      {
        name: 'figure',
        instrument: shore ? kalimba() : electricPiano({ bell: 0.2 }),
        notes: broken(progressions, { low: 60, high: 79, voices: 4 }, { '': episode.figure }, 2),
        loose: 0.01,
        channel: { level: { lufs: -22 }, pan: 0.15, reverb: -9, delay: -10 },
      },
      {
        name: 'line',
        instrument: shore
          ? whistle({ bright: 1500 })
          : voice({
              vowel: 'o',
              singers: 2,
              amp: { attack: 0.1, decay: 1, sustain: 0.8, release: 0.5 },
              breath: 0.2,
              width: 0.4,
            }),
        notes: sung({ '': parseMelody(episode.line, key, 62, 0.5) }),
        loose: 0.012,
        channel: { level: { lufs: -21 }, reverb: -7, delay: -12 },
      },
      {
        name: 'bass',
        instrument: shore ? subBass({ edge: 0.2 }) : reeseBass({ bright: 380 }),
        notes: bassLine({ '': shore ? 'r-------5---....' : '..r...r...r...r.' }, 31),
        channel: { level: { lufs: -22.5 } },
      },
      {
        name: 'pad',
        instrument: pad({ bright: 800, wave: 'soft', attack: 0.7 }),
        notes: held(progressions, { low: 52, high: 72, voices: 4 }),
        channel: { level: { lufs: -24 }, reverb: -7, lowCutHz: 120 },
      },
      {
        name: 'chime',
        instrument: shore ? chime() : bell({ ratio: 3.5, index: 1.5, decay: 2.4 }),
        notes: (bar) =>
          bar.index === 0
            ? [0, 7, 14, 16].map((step, n) => ({
                beat: n / 2,
                beats: 1,
                midi: 72 + key.tonic + step,
                velocity: 0.8,
              }))
            : [],
        channel: { level: { lufs: -22 }, reverb: -5 },
      },
    ],
    progressions,
    sections: [
      { bars: 2, chords: 'main', play: 'surf ebb pad chime' },
      { bars: 2, chords: 'main', play: 'surf ebb pad figure bass' },
      { bars: middle, chords: 'main', play: 'surf ebb pad figure bass line pulse' },
      { bars: 2, chords: 'main', play: 'surf ebb pad figure chime' },
    ],
    reverb: { seconds: 3, preDelay: 0.02, dampHz: 4200 },
    delay: { beats: 0.75, feedback: 0.4, highCutHz: 3000 },
    duckedBy: null,
    duckSeconds: 0.2,
    tailSeconds: 4,
    lufs: -17,
  };
}
