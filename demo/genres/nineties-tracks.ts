import type { NinetiesScore } from './nineties.ts';

export const NINETIES_TRACKS: readonly NinetiesScore[] = [
  {
    artist: 'DJ Comète',
    title: 'Feel the Tide',
    album: 'Planète Océan',
    year: 1995,
    bpm: 140,
    key: 'A minor',
    chords: { main: 'Am | F | G | Em | Am | F | G | E' },
    lines: {
      hook: `5 . 5 4 3 . 1 . | 3 . 3 2 1 . 6, . | 2 . 2 1 7, . 2 . | 5 - 4 - 2 - . . |
             5 . 5 4 3 . 5 . | 6 . 6 5 3 . 1 . | 7 . 7 1' 7 . 4 . | 2' - 1' - #7 - - .`,
    },
    bass: '..r...r...r...r. ..r...r...r.r.R.',
    pianoRhythm: 'X..X..X..X..X.X. X..X..X..X..XxX.',
    figure: '0.0.2.0.3.2.0.1. 0.0.2.0.3.4.3.1.',
    sound: { hook: 'saw', figure: 'pluck', breakbeat: false },
  },
  {
    artist: 'Pulsar Kids',
    title: 'Carousel Heart',
    album: 'Candyfloss Generation',
    year: 1997,
    bpm: 138,
    key: 'C major',
    chords: { main: 'C | G | Am | F | C | G | F | G' },
    lines: {
      hook: `5 - 5 6 5 3 - . | 2 - 2 3 2 7, - . | 1 - 1 2 3 - 5 - | 6 - 5 - 4 - - . |
             5 - 5 6 5 1' - . | 7 - 5 - 2' - 7 - | 1' - 6 - 4 - 6 - | 5 - - 7 - - 2' .`,
    },
    bass: 'r.R.r.R.r.R.r.R. r.R.r.R.r.R.r.5R',
    pianoRhythm: '..X...X...X...X. ..X...X..X...XX.',
    figure: '0121012301210432',
    sound: { hook: 'square', figure: 'stack', breakbeat: false },
  },
  {
    artist: 'DJ Comète',
    title: 'Planète Océan',
    album: 'Planète Océan',
    year: 1995,
    bpm: 144,
    key: 'D minor',
    chords: { main: 'Dm | Bb | C | Am | Dm | Bb | Gm | A' },
    lines: {
      hook: `1' . . 7 . . 5 . | 6 . . 5 . . 3 . | 4 . . 2 . . 4 . | 5 - - - . . 4 5 |
             1' . . 7 . . 1' . | 3' . . 1' . . 6 . | 4 . 6 . 1' . 6 . | 5 - - - #7 - - -`,
    },
    bass: '.rrr.rrr.rrr.rRr',
    pianoRhythm: 'X.....X.....X... X.....X...X.X.X.',
    figure: '0030020100300234',
    sound: { hook: 'pulse', figure: 'acid', breakbeat: true },
  },
];
