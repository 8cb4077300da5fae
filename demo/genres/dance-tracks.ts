import type { DanceScore } from './dance.ts';

export const DANCE_TRACKS: readonly DanceScore[] = [
  {
    artist: 'Nova Kessler',
    title: 'Midnight Ferry',
    album: 'Harbour Lights',
    year: 2024,
    bpm: 126,
    key: 'F# minor',
    chords: { verse: 'F#m7 | Dmaj7 | A | E', drop: 'D | E | F#m7 | A/C#' },
    lines: {
      verse: `. . 5 5 6 5 3 - | 1 - - . . 3 2 1 | 3 - 5 - . 5 6 5 | 4 - - 2 - - . .`,
      hook: `1' . 7 . 6 . 5 3 | 4 - - 3 2 - . . | 5 . 5 . 6 5 . 3 | 3 - - 2 3 5 - . |
             1' . 7 . 6 . 5 3 | 4 - - 5 7 - . . | 1' - 7 5 - 3 5 . | 3 - - 2 1 - - .`,
    },
    bass: { verse: '..r...r...r...r.', drop: 'r..r..r.r..r..R.' },
    chordRhythm: 'X..x..x.X..x..x. X..x..x.X.x.x.x.',
    pluck: '0.2.1.3.4.3.2.1. 0.2.1.3.4.5.4.2.',
    sound: { brightHz: 3000, lead: 'saw', pluckWave: 'saw' },
    long: false,
  },
  {
    artist: 'Tessa Wyn',
    title: 'Salt on Your Skin',
    album: 'Postcards to Nobody',
    year: 2025,
    bpm: 128,
    key: 'A minor',
    chords: { verse: 'Am7 | C | G | F', drop: 'F | G | Am | C/E' },
    lines: {
      verse: `3 . 3 3 . 2 1 - | 3 . 3 3 . 5 3 - | 2 . 2 2 . 1 7, - | 1 - - 6, - - . .`,
      hook: `1' . 1' . 7 1' . 6 | 7 . 7 . 6 7 . 4 | 5 - - 3 . 5 - . | 5 - 4 3 - - . . |
             1' . 1' . 7 1' . 3' | 2' . 2' . 1' 7 . 4 | 5 - 1' - 7 - 5 - | 3 - - 5 3 - . .`,
    },
    bass: { verse: 'r..r..r.r..r..r.', drop: 'r.rRr.rRr.rRr.rR' },
    chordRhythm: 'X...x..xX...x.x. X...x..xX.x.x.x.',
    pluck: '3.2.1.0.3.2.1.2. 3.2.1.0.4.3.2.1.',
    sound: { brightHz: 3600, lead: 'pulse', pluckWave: 'square' },
    long: false,
  },
  {
    artist: 'Baïkal',
    title: 'Ночной берег',
    album: 'Дальний свет',
    year: 2023,
    bpm: 125,
    key: 'G minor',
    chords: { verse: 'Gm | Eb | Cm7 | D', drop: 'Gm | Bb | F | Eb' },
    lines: {
      verse: `5 - - 4 3 - 2 1 | 3 - - 2 1 - - . | 4 - - 3 1 - 3 - | 2 - - - #7, - - .`,
      hook: `5 . 5 . 3 . 5 6 | 5 - 3 - . . 3 4 | 4 . 4 . 2 . 4 5 | 3 - 1 - . . 1 2 |
             5 . 5 . 3 . 5 1' | 7 - 5 - . . 5 7 | 7 - 4 - 2 - 4 - | 3 - - 2 1 - . .`,
    },
    bass: { verse: 'r.......r.....r.', drop: '..r...r...r...r. ..r...r...r.r.R.' },
    chordRhythm: '..X...X...X...X. ..X...X..X..X.X.',
    pluck: '0123210123210123',
    sound: { brightHz: 2600, lead: 'square', pluckWave: 'glass' },
    long: false,
  },
  {
    artist: 'Nova Kessler',
    title: 'Harbour Lights',
    album: 'Harbour Lights',
    year: 2024,
    bpm: 124,
    key: 'D minor',
    chords: { verse: 'Dm7 | Bbmaj7 | F | C', drop: 'Bb | C | Dm | F' },
    lines: {
      verse: `. 5 . 5 6 5 4 3 | 3 - - 2 1 - . . | 3 5 - 5 . 7 5 - | 4 - 2 - 7, - . .`,
      hook: `3 3 . 3 5 . 4 3 | 4 4 . 4 5 . 4 2 | 5 - . 1' - 7 5 - | 5 - 4 3 - . . . |
             3 3 . 3 5 . 6 5 | 7 - . 7 6 5 4 - | 5 - 1' - 3' - 1' - | 7 - 5 - 3 - . .`,
    },
    bass: { verse: 'r.....r.r.....r.', drop: 'r..r..rRr..r..R.' },
    chordRhythm: 'X..X..X..X..X.X. X..X..X..X.XX.X.',
    pluck: '0..2..3.4..3..2. 0..2..3.5..4..3.',
    sound: { brightHz: 3200, lead: 'saw', pluckWave: 'glass' },
    long: true,
  },
];
