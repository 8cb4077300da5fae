import type { LoungeScore } from './lounge.ts';

export const LOUNGE_TRACKS: readonly LoungeScore[] = [
  {
    artist: 'Sofia Calder',
    title: 'Slow Velvet',
    album: 'Low Sun',
    year: 2022,
    bpm: 84,
    key: 'G minor',
    swing: 0.2,
    chords: { main: 'Cm9 | F13 | Bbmaj9 | Ebmaj9 | Am7b5 | D7b9 | Gm9 | Gm9' },
    lines: {
      song: `5 - - 3 4 - 3 - | 2 - - - . 1 2 3 | 5 - - 3 2 - 3 - | 1 - - - . . 5, 7, |
             4 - 2 - 1 - 2 - | #7, - - 1 2 - 6 - | 5 - - - - 4 3 - | 1 - - - . . . .`,
    },
    bass: 'r---..r.5-..r-.. r---..r.7-..5-a-',
    comping: 'x.....x...x..... x.....o...x...o.',
    kick: 'x.......o.x..... x......xo.x.....',
    snare: '....x.......x... ....x.......x..g',
    hats: 'x.o.x.o.x.o.x.og',
    sound: {
      chords: 'tines',
      song: 'whistle',
      answer: '..0.2.3...4.3... ....2.3.5...3.2.',
      rim: false,
    },
  },
  {
    artist: 'Sofia Calder',
    title: 'Low Sun',
    album: 'Low Sun',
    year: 2022,
    bpm: 78,
    key: 'D major',
    swing: 0.12,
    chords: { main: 'Dmaj9 | Gmaj7 | Em9 | A13 | F#m7 | Bm9 | Em9 | A7sus4' },
    lines: {
      song: `5 . 3 . 2 - - . | 6 . 5 . 3 - - . | 5 . 4 . 2 - 4 5 | 3 - - - . . 2 3 |
             5 . 3 . 5 - - 6 | 1' - 7 - 6 - 3 - | 2' - - 1' 7 - 6 - | 5 - - - 2 - - .`,
    },
    bass: 'r-----r.5---r-.. r-----..5-..a-..',
    comping: 'x.........x..... x.......o.......',
    kick: 'x.........o..... x.....o...x.....',
    snare: '....o.......o... ....o.......o...',
    hats: '..o...o...o...o.',
    sound: {
      chords: 'tines',
      song: 'vibraphone',
      answer: '0...1...2...3... 4...3...2...1...',
      rim: true,
    },
  },
  {
    artist: 'Trio Pluvier',
    title: 'Café de la digue',
    album: 'Trois chaises, une fenêtre',
    year: 2021,
    bpm: 92,
    key: 'E minor',
    swing: 0.04,
    chords: { main: 'Am9 | D9 | Gmaj9 | Cmaj7 | F#m7b5 | B7b9 | Em9 | E7b9' },
    lines: {
      song: `5 - - 6 5 - 3 - | 2 - - 4 3 - 1 - | 2 - - 3 5 - - . | 5 - 3 - 1 - 3 - |
             4 - - 6 1' - 6 - | #7 - - - 6 - 4 - | 5 - 4 3 2 - 3 - | #3 - - - 7, - - .`,
    },
    bass: 'r--.r.5-..5-..5. r--.r.5-..5-..a.',
    comping: 'x..x..x...x..x.. ..x..x..x..x..x.',
    kick: 'o...x...o...x...',
    snare: 'x..x..x...x..x..',
    hats: '..x...x...x...x.',
    sound: {
      chords: 'guitar',
      song: 'whistle',
      answer: '....0.2.3..4..3. ..5.4.3...2.1...',
      rim: true,
    },
  },
];
