/** A chord as its pitch classes, most telling ones first after the root, and its bass. */
export interface Chord {
  /** 0…11, C = 0 */
  root: number;
  bass: number;
  /** Semitones above the root: third or fourth, seventh or sixth, extension, fifth. */
  intervals: readonly number[];
}

const QUALITIES: Record<string, readonly number[]> = {
  '': [4, 7],
  m: [3, 7],
  '5': [7],
  '6': [4, 9, 7],
  m6: [3, 9, 7],
  '69': [4, 9, 14, 7],
  '7': [4, 10, 7],
  maj7: [4, 11, 7],
  m7: [3, 10, 7],
  mmaj7: [3, 11, 7],
  '9': [4, 10, 14, 7],
  maj9: [4, 11, 14, 7],
  m9: [3, 10, 14, 7],
  m11: [3, 10, 17, 14, 7],
  '13': [4, 10, 21, 14],
  maj13: [4, 11, 21, 14],
  add9: [4, 14, 7],
  madd9: [3, 14, 7],
  sus2: [2, 7],
  sus4: [5, 7],
  '7sus4': [5, 10, 7],
  '9sus4': [5, 10, 14, 7],
  dim: [3, 6],
  dim7: [3, 6, 9],
  m7b5: [3, 10, 6],
  aug: [4, 8],
  '7b9': [4, 10, 13, 7],
  '7alt': [4, 10, 13, 20],
};

const LETTERS: Record<string, number> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/**
 * Parses `Am9`, `F#m7b5`, `C/E`.
 * @throws on anything else
 */
export function parseChord(symbol: string): Chord {
  const match = /^([A-G][#b]?)([^/]*)(?:\/([A-G][#b]?))?$/.exec(symbol);
  const intervals = QUALITIES[match?.[2] ?? ''];
  if (!match?.[1] || !intervals) throw new Error(`Not a chord: ${symbol}`);
  const root = parsePitchClass(match[1]);
  return { root, bass: match[3] ? parsePitchClass(match[3]) : root, intervals };
}

/**
 * `F#` → 6.
 * @throws on anything that is no note name
 */
export function parsePitchClass(name: string): number {
  const letter = LETTERS[name.charAt(0)];
  if (letter === undefined) throw new Error(`Not a note: ${name}`);
  const sign = name.charAt(1);
  return (letter + (sign === '#' ? 1 : sign === 'b' ? 11 : 0)) % 12;
}

/** One chord and how long it stands, in beats from the start of its bar. */
export interface ChordSpan {
  chord: Chord;
  beat: number;
  beats: number;
}

/** `Am7 | F C | G`: bars between strokes, each shared out evenly among its chords. */
export function parseProgression(text: string, beatsPerBar = 4): ChordSpan[][] {
  return text.split('|').map((bar) => {
    const symbols = bar.trim().split(/\s+/);
    const beats = beatsPerBar / symbols.length;
    return symbols.map((symbol, index) => ({ chord: parseChord(symbol), beat: index * beats, beats }));
  });
}
