import type { TranceScore } from './trance.ts';

export const TRANCE_TRACKS: readonly TranceScore[] = [
  {
    artist: 'Altair 9',
    title: 'Beyond the Meridian',
    album: 'Cartes du ciel',
    year: 2023,
    bpm: 138,
    key: 'A minor',
    chords: { main: 'Am | F | C | G | Am | F | Dm | E' },
    lines: {
      theme: `1' - - 7 1' - 5 - | 6 - - 5 6 - 3 - | 5 - - 4 5 - 3 - | 4 - 2 - 7, - 2 - |
              1' - - 7 1' - 3' - | 1' - - 7 6 - 1' - | 4 - - 5 6 - 1' - | 2' - - 1' #7 - - -`,
    },
    bass: '.rrr.rrr.rrr.rRr',
    arp: '0132013201320432',
    gate: 'x.xx.xx.x.xx.xx.',
    sound: { brightHz: 4200, arpHz: 5200, arpDecay: 0.28, break: 'piano' },
    long: false,
  },
  {
    artist: 'Koda Merle',
    title: 'Slow Satellite',
    album: 'Orbites basses',
    year: 2022,
    bpm: 136,
    key: 'E minor',
    chords: { main: 'Em9 | Cmaj7 | G | D' },
    lines: {
      theme: `5 . 5 7 . 1' - 7 | 5 - - 3 . . 2 3 | 7 - 1' 7 - 5 - . | 4 - - 5 2 - - . |
              5 . 5 7 . 1' - 2' | 3' - - 2' 1' - - . | 7 - 1' 7 - 5 - 3 | 4 - - - 7, - 2 -`,
    },
    bass: '..r...r...r...r. ..r...r...r..rR.',
    arp: '0.2.1.3.0.2.4.3. 0.2.1.3.5.4.2.1.',
    gate: 'x..x..x.x..x..x.',
    sound: { brightHz: 3400, arpHz: 3400, arpDecay: 0.5, break: 'pluck' },
    long: false,
  },
  {
    artist: 'Vera Solstrand',
    title: 'North of Nowhere',
    album: 'Polar Day',
    year: 2025,
    bpm: 140,
    key: 'F# minor',
    chords: { main: 'F#m | A | E | D | F#m | A | Bm | C#' },
    lines: {
      theme: `1' . 5 . 3 . 5 . | 5 . 3 . 5 . 7 . | 7 . 4 . 2 . 4 . | 6 - - 5 3 - - . |
              1' . 5 . 3 . 5 . | 7 . 5 . 1' . 3' . | 1' - 6 - 4 - 6 - | 5 - - 4 5 - #7 -`,
    },
    bass: '.r.r.r.r.r.r.rRr',
    arp: '0123432101234321',
    gate: 'xxx.xxx.xxx.xx.x',
    sound: { brightHz: 5000, arpHz: 4400, arpDecay: 0.2, break: 'choir' },
    long: false,
  },
  {
    artist: 'Altair 9',
    title: 'Étoile filante 3',
    album: 'Cartes du ciel',
    year: 2023,
    bpm: 138,
    key: 'C minor',
    chords: { main: 'Cm | Ab | Bb | Gm | Cm | Ab | Fm | G' },
    lines: {
      theme: `5 - - - 3 - 2 3 | 1 - - - . . 1 2 | 4 - - - 2 - 1 2 | 7, - - - . . 7, 1 |
              5 - - - 1' - 7 5 | 6 - - - 5 - 3 - | 4 - - 5 6 - 1' - | 5 - - - #7 - - -`,
    },
    bass: '.rrr.rrr.rrr.rrr',
    arp: '3.2.1.0.3.2.1.4. 3.2.1.0.4.3.2.5.',
    gate: 'x.x.xx.xx.x.xx.x',
    sound: { brightHz: 4600, arpHz: 6000, arpDecay: 0.36, break: 'piano' },
    long: true,
  },
];
