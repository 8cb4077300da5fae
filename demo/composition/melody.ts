import { parsePitchClass } from './chord.ts';

export const MODES = {
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  phrygian: [0, 1, 3, 5, 7, 8, 10],
} as const;

export interface Key {
  /** 0…11, C = 0 */
  tonic: number;
  mode: keyof typeof MODES;
}

/**
 * `A minor`, `Eb major`.
 * @throws on an unknown note or mode
 */
export function parseKey(text: string): Key {
  const [tonic = '', mode = ''] = text.split(' ');
  if (!isMode(mode)) throw new Error(`Not a mode: ${mode}`);
  return { tonic: parsePitchClass(tonic), mode };
}

function isMode(name: string): name is keyof typeof MODES {
  return name in MODES;
}

/** MIDI pitch of a degree of the key (1 = tonic, 8 = the tonic above), the tonic lying in the octave above `base`. */
function pitchOfDegree(key: Key, degree: number, base: number): number {
  const scale = MODES[key.mode];
  const octave = Math.floor((degree - 1) / 7);
  const step = scale[(((degree - 1) % 7) + 7) % 7] ?? 0;
  const tonic = base + ((((key.tonic - base) % 12) + 12) % 12);
  return tonic + octave * 12 + step;
}

/** One sung note of a line, in steps of the line's grid. */
export interface MelodyNote {
  step: number;
  steps: number;
  midi: number;
  accent: boolean;
  /** Whether it is reached by a slide from the note before. */
  slide: boolean;
}

export interface Melody {
  /** Beats a step. */
  stepBeats: number;
  steps: number;
  notes: readonly MelodyNote[];
}

/**
 * Parses a line written one token a step: a degree of the key (`1`…`7`) with `'` or `,` for the octave above
 * or below, `#` or `b` before it for a semitone, `~` for a slide into it and `!` for an accent; `-` holds,
 * `.` rests, `|` is for the eye.
 * @throws on any other token
 */
export function parseMelody(text: string, key: Key, base: number, stepBeats: number): Melody {
  const tokens = text.split(/\s+/).filter((token) => token !== '' && token !== '|');
  const notes: MelodyNote[] = [];
  tokens.forEach((token, step) => {
    if (token === '.') return;
    if (token === '-') {
      const last = notes.at(-1);
      if (last) last.steps++;
      return;
    }
    const match = /^(~?)([#b]?)([1-9])([',]*)(!?)$/.exec(token);
    if (!match) throw new Error(`Not a melody token: ${token}`);
    const [, slide, sign, degree, octaves = '', accent] = match;
    const shift = octaves.split('').reduce((sum, mark) => sum + (mark === "'" ? 12 : -12), 0);
    const alter = sign === '#' ? 1 : sign === 'b' ? -1 : 0;
    const midi = pitchOfDegree(key, Number(degree), base) + shift + alter;
    notes.push({ step, steps: 1, midi, accent: accent === '!', slide: slide === '~' });
  });
  return { stepBeats, steps: tokens.length, notes };
}

/** The melody, higher by a number of semitones. */
export function transposed(melody: Melody, semitones: number): Melody {
  return { ...melody, notes: melody.notes.map((note) => ({ ...note, midi: note.midi + semitones })) };
}
