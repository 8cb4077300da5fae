import type { EightiesScore } from './eighties.ts';

export const EIGHTIES_TRACKS: readonly EightiesScore[] = [
  {
    artist: 'Miami Brumes',
    title: 'Néon sur la Manche',
    album: 'Front de mer 1986',
    year: 1986,
    bpm: 96,
    key: 'E minor',
    chords: { main: 'Em | C | G | D | Em | C | Am | B' },
    lines: {
      song: `5 - - - - - 3 4 | 3 - - 2 1 - - . | 3 - - 4 5 - 7 - | 4 - - - 2 - - . |
             5 - - - - - 7 1' | 3' - - 2' 1' - ~7 - | 1' - - 7 6 - 4 - | 5 - - - ~#7 - - -`,
    },
    bass: 'r.r.r.r.r.r.r.R.',
    arp: '0123212301232123',
    brassRhythm: '................ X..x..x......... ................ X..x..x...x.....',
    kick: 'X.......X.x.....',
    snare: '....X.......X...',
    sound: { bass: 'saw', lead: 'saw', gateSeconds: 0.24 },
    long: false,
  },
  {
    artist: 'Véga Nord',
    title: 'Cassette pour demain',
    album: 'Cassette pour demain',
    year: 1984,
    bpm: 88,
    key: 'C minor',
    chords: { main: 'Cm | Ab | Eb | Bb | Fm | Cm | Ab | G' },
    lines: {
      song: `1' - - 7 5 - - . | 6 - - 5 3 - - . | 5 - - 4 3 - 5 - | 4 - - - 2 - - . |
             4 - - 5 6 - ~1' - | 5 - - - 3 - - . | 6 - 5 - 3 - 1 - | 2 - - - #7, - - -`,
    },
    bass: 'r...r.r.r...r.5. r...r.r.r...R.r.',
    arp: '0.2.1.3.0.2.4.3.',
    brassRhythm: 'X............... ..............x. X............... ..........x...x.',
    kick: 'X.....x.X.......',
    snare: '....X.......X...',
    sound: { bass: 'digital', lead: 'pulse', gateSeconds: 0.3 },
    long: false,
  },
  {
    artist: 'Miami Brumes',
    title: 'Paper Planes 88',
    album: 'Front de mer 1986',
    year: 1988,
    bpm: 110,
    key: 'F# minor',
    chords: { main: 'F#m7 | D | A | E' },
    lines: {
      song: `1 3 5 . 5 . 3 5 | 6 - 5 3 - . . . | 3 5 7 . 7 . 5 7 | 4 - - 2 - - . . |
             1 3 5 . 5 . 7 1' | 3' - 1' 6 - . 5 6 | 7 - 5 - 3 - 5 - | 2' - - 1' 7 - - .`,
    },
    bass: 'r.R.r.R.r.R.r.R. r.R.r.R.r.R.r5R.',
    arp: '3.2.1.0.3.2.1.2. 4.3.2.1.3.2.1.0.',
    brassRhythm: 'X..X..X...X.X... X..X..X.........',
    kick: 'X...X...X...X...',
    snare: '....X.......X...',
    sound: { bass: 'digital', lead: 'bell', gateSeconds: 0.18 },
    long: true,
  },
];
