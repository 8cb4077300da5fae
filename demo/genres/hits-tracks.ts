import type { HitsScore } from './hits.ts';

export const HITS_TRACKS: readonly HitsScore[] = [
  {
    artist: 'Les Marées',
    title: 'Un été sans fin',
    album: 'Marée haute',
    year: 2025,
    bpm: 106,
    key: 'G major',
    swing: 0.1,
    chords: { verse: 'G | D | Em7 | C', chorus: 'C | D | G/B | Em7 | C | D | G | G' },
    lines: {
      verse: `. 3 3 3 2 1 - . | . 2 2 2 1 7, - . | . 1 1 1 2 3 - 5 | 1 - 2 1 - - . . |
              . 3 3 3 2 1 - 5 | 4 - 2 2 - 7, - . | . 1 1 1 2 3 - 5 | 6 - 5 3 - - . .`,
      chorus: `6 6 - 5 6 - 1' - | 2' - 1' 7 - 5 - . | 3' - 2' 1' - 7 1' - | 6 - 5 3 - - 5 5 |
               6 6 - 5 6 - 1' - | 2' - 3' 2' - 7 - 5 | 1' - - - - 7 6 5 | 3 - - 2 1 - - .`,
    },
    bass: { verse: 'r-..r-..r-..r.5.', chorus: 'r..r..r.r..r..5.' },
    verseFigure: '0.2.3.2.0.3.2.1. 0.2.3.2.4.3.2.1.',
    chorusRhythm: 'X..x..x...x..x.. X..x..x...x.x.x.',
    kick: { verse: 'X.....x.X.......', chorus: 'X...X...X...X...' },
    sound: { keys: 'marimba', singer: 'voice', bass: 'sub', guitar: true },
    long: false,
  },
  {
    artist: 'Camille Orsay',
    title: "L'heure bleue",
    album: 'Chambre 12',
    year: 2024,
    bpm: 116,
    key: 'E minor',
    swing: 0,
    chords: { verse: 'Em | C | G | D/F#', chorus: 'C | D | Em7 | G | C | D | Bm7 | Em' },
    lines: {
      verse: `5 . 5 . 4 3 - 1 | 3 - - . 2 3 - . | 5 . 5 . 4 3 - 2 | 2 - - . 7, 1 2 - |
              5 . 5 . 4 3 - 5 | 3 - - . 2 1 - . | 2 . 3 . 5 7 - 5 | 4 - - - 2 - - .`,
      chorus: `1' - 7 1' - 3 - . | 2' - 1' 7 - 4 - . | 3' - 2' 1' - 7 5 - | 5 - - 7 5 - 4 3 |
               1' - 7 1' - 3 - . | 2' - 1' 7 - 2' - . | 4 - 5 7 - 5 - 4 | 5 - - 3 1 - - .`,
    },
    bass: { verse: 'r.r.r.r.r.r.r.5.', chorus: 'r.rRr.rRr.rRr.rR' },
    verseFigure: '0.1.2.3.2.1.2.3.',
    chorusRhythm: 'X.....X...X..... X.....X...X...x.',
    kick: { verse: 'X.......X.x.....', chorus: 'X...X...X...X...' },
    sound: { keys: 'pluck', singer: 'pulse', bass: 'saw', guitar: false },
    long: false,
  },
  {
    artist: 'Jonas Feld',
    title: 'Paper Boats',
    album: 'North Platform',
    year: 2023,
    bpm: 100,
    key: 'D major',
    swing: 0.06,
    chords: { verse: 'D | A/C# | Bm7 | G', chorus: 'G | A | F#m7 | Bm7 | G | A | D | D' },
    lines: {
      verse: `3 - 3 4 5 - 3 - | 2 - - 1 2 - - . | 1 - 1 2 3 - 1 - | 6, - - 7, 1 - 2 - |
              3 - 3 4 5 - 6 - | 5 - - 3 2 - - . | 1 - 1 2 3 - 5 - | 4 - 3 - 2 1 - .`,
      chorus: `6 - 5 - 6 - 1' - | 7 - 5 - - - 5 6 | 5 - 3 - 5 - 7 - | 6 - - 5 3 - - . |
               6 - 5 - 6 - 1' - | 2' - 1' 7 - - 5 6 | 1' - - 7 6 - 5 3 | 1 - - - - - . .`,
    },
    bass: { verse: 'r-------r---5-..', chorus: 'r--.r-r.r--.r-5.' },
    verseFigure: '0.2.3.2.1.2.3.2.',
    chorusRhythm: 'X..x..x.X...x... X..x..x.X..x..x.',
    kick: { verse: 'X.......X.......', chorus: 'X.....x.X.X.....' },
    sound: { keys: 'piano', singer: 'lead', bass: 'sub', guitar: true },
    long: false,
  },
  {
    artist: 'Les Marées',
    title: 'Marée haute',
    album: 'Marée haute',
    year: 2025,
    bpm: 112,
    key: 'A major',
    swing: 0.08,
    chords: { verse: 'F#m7 | Bm7 | E | A', chorus: 'D | E | C#m7 | F#m7 | D | E | A | A' },
    lines: {
      verse: `3 3 . 3 2 1 . 1 | 2 - . 2 1 6, - . | 2 2 . 2 1 7, . 2 | 3 - - 2 1 - - . |
              3 3 . 3 2 1 . 3 | 4 - . 4 2 1 - . | 2 2 . 2 1 7, . 2 | 1 - - - - - . .`,
      chorus: `4 - 6 - . 6 5 4 | 5 - 7 - . 7 6 5 | 5 - 3 - . 5 7 - | 1' - - 7 6 - 5 3 |
               4 - 6 - . 6 5 4 | 5 - 7 - . 7 1' 2' | 3' - - 2' 1' - - . | . 5 6 5 3 - 1 -`,
    },
    bass: { verse: 'r..r.r..r..r.r5.', chorus: 'r.R.r.R.r.R.r.R.' },
    verseFigure: '0..2..3.2..1..2.',
    chorusRhythm: '..x...x...x...x. ..x...x..x...xx.',
    kick: { verse: 'X...X...X...X...', chorus: 'X...X...X...X...' },
    sound: { keys: 'kalimba', singer: 'voice', bass: 'saw', guitar: true },
    long: true,
  },
];
