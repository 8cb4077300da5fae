import { parseProgression } from '#demo/composition/chord.ts';
import { type Key, type Melody, parseKey, parseMelody } from '#demo/composition/melody.ts';
import type { Part, Song } from '#demo/composition/song.ts';

/** What every track of the demo has written down: the notes. Its genre turns them into a song. */
export interface Score {
  artist: string;
  title: string;
  album: string;
  /** Year of the invented release. */
  year: number;
  bpm: number;
  /** `F# minor` */
  key: string;
  /** Progressions by name, `Am7 | F C | …`. */
  chords: Readonly<Record<string, string>>;
  /** Lines by name, in the notation of `parseMelody`, sixteenths or eighths as its genre reads them. */
  lines: Readonly<Record<string, string>>;
}

export interface Tune {
  key: Key;
  progressions: Song['progressions'];
  /** A line of the score above `base` (MIDI), its grid in beats. */
  line(name: string, base: number, stepBeats: number): Melody;
}

/** How a genre plays a score: its parts, and the rest of a song. */
interface Genre extends Omit<Song, 'seed' | 'bpm' | 'parts' | 'progressions'> {
  parts(tune: Tune): Part[];
}

/**
 * The song that a genre makes of a score.
 * @throws as `readScore`
 */
export function songOf(score: Score, { parts, ...genre }: Genre): Song {
  const tune = readScore(score);
  const { progressions } = tune;
  return { seed: score.title, bpm: score.bpm, ...genre, parts: parts(tune), progressions };
}

/**
 * Reads a score's notation.
 * @throws on a wrong token, a missing line, or a line that is no whole number of bars
 */
function readScore(score: Score): Tune {
  const key = parseKey(score.key);
  return {
    key,
    progressions: Object.fromEntries(
      Object.entries(score.chords).map(([name, text]) => [name, parseProgression(text)]),
    ),
    line(name, base, stepBeats) {
      const text = score.lines[name];
      if (text === undefined) throw new Error(`${score.title}: no line ${name}`);
      const melody = parseMelody(text, key, base, stepBeats);
      if ((melody.steps * stepBeats) % 4 !== 0)
        throw new Error(`${score.title}: line ${name} ends within a bar`);
      return melody;
    },
  };
}
