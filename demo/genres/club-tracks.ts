import type { ClubScore } from './club.ts';

export const CLUB_TRACKS: readonly ClubScore[] = [
  {
    artist: 'Ørn',
    title: 'Basement Light',
    album: 'Glasshouse',
    year: 2024,
    bpm: 124,
    key: 'C minor',
    swing: 0.16,
    chords: { main: 'Cm9 | Fm9 | Abmaj9 | Gm7' },
    lines: {
      riff: `. . 5 . . 7 . . 5 . . . 3 . . . | . . 5 . . 6 . . 5 . . . 1 . . . |
             . . 5 . . 7 . . 5 . . . 3 . 5 . | . . 4 . . 5 . . 2 . . . . . . .`,
    },
    bass: 'r-..r..r..r-..5. r-..r..r..R..r.a',
    chordRhythm: '..x..x....x..x.. ..x..x....x...x.',
    hats: 'g.x.g.x.g.x.g.x. g.x.g.xog.x.g.xg',
    toms: '......o..o...... ......o..o..o.o.',
    sound: { bass: 'sub', chords: 'tines', riff: 'marimba', clap: true, kickDrive: 0.3 },
    long: false,
  },
  {
    artist: 'Mira Solano',
    title: 'Tidewater',
    album: 'Salt Rooms',
    year: 2023,
    bpm: 122,
    key: 'D dorian',
    swing: 0.2,
    chords: { main: 'Dm9 | G13 | Dm9 | Bbmaj7 C' },
    lines: {
      riff: `. . . . 5 . 4 5 . 7 . 5 . . 4 3 | . . . . 6 . 5 4 . 3 . 4 . . . . |
             . . . . 5 . 4 5 . 1' . 7 . . 5 . | 5 . . . 3 . . . 2 . . . 4 . 2 .`,
    },
    bass: 'r..r..R...r.5... r..r..R.r...5.a.',
    chordRhythm: 'x..x..x...x..x.. x..x..x..x....x.',
    hats: '..x...x...x...x. ..x..gx...x..gxg',
    toms: 'o..o..o...o.o... o..o..o..oo.o...',
    sound: { bass: 'organ', chords: 'organ', riff: 'organ', clap: true, kickDrive: 0.35 },
    long: false,
  },
  {
    artist: 'Kvarts',
    title: "Tunnel sous l'eau",
    album: 'Hectopascals',
    year: 2025,
    bpm: 128,
    key: 'F minor',
    swing: 0.03,
    chords: { main: 'Fm9 | Fm9 | Fm9 | Dbmaj7' },
    lines: {
      riff: `1 . 1 1' . 1 . 3 1 . 1 ~7, . 1 . . | 1 . 1 1' . 1 . 5 ~3 . 1 7, . 1 3 . |
             1 . 1 1' . 1 . 3 1 . 1 ~7, . 1 . . | 6, . 6, 6 . 1 . 3 1 . 3 ~5 . 3 . .`,
    },
    bass: '..rr..rr..rr..rr',
    chordRhythm: '...x............ ...x......x.....',
    hats: 'g.xgg.xgg.xgg.xg',
    toms: '..............o. ..o...........oo',
    sound: { bass: 'reese', chords: 'dark', riff: 'acid', clap: false, kickDrive: 0.8 },
    long: false,
  },
  {
    artist: 'Ørn',
    title: 'Glasshouse',
    album: 'Glasshouse',
    year: 2024,
    bpm: 126,
    key: 'A minor',
    swing: 0.1,
    chords: { main: 'Am9 | Am9 | Fmaj9 | Em7' },
    lines: {
      riff: `5 . . 2' . . 1' . 5 . . 2' . . 1' . | 5 . . 2' . . 1' . 5 . . 3' . . 2' . |
             5 . . 1' . . 7 . 5 . . 1' . . 7 . | 5 . . 7 . . 4 . 2 . . . . . . .`,
    },
    bass: '..r...r...r..rR. ..r...r...r.r.a.',
    chordRhythm: '......x......x.. ...x..x.........',
    hats: 'x.xgx.xgx.xgx.xo',
    toms: '....o.....o..... ....o.....o.oo..',
    sound: { bass: 'pluck', chords: 'dub', riff: 'bell', clap: true, kickDrive: 0.55 },
    long: true,
  },
];
