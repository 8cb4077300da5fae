import { expect, test } from 'vitest';
import { TRACK_NAME_MAX } from '#src/contract/limits.ts';
import { cleanName, nameTrack } from './name-track.ts';

const NO_TAGS = { artist: null, title: null };

test.each([
  ['Daft Punk - Da Funk.flac', 'Daft Punk', 'Da Funk'],
  ['AC_DC - T.N.T..mp3', 'AC/DC', 'T.N.T.'],
  ['A-ha - Take On Me - Live.ogg', 'A-ha', 'Take On Me - Live'],
  ['Interlude.wav', '', 'Interlude'],
  ['01 - Air - La femme d’argent.m4a', 'Air', 'La femme d’argent'],
  ['07. Air - Remember.m4a', 'Air', 'Remember'],
  ['50 Cent - In da Club.mp3', '50 Cent', 'In da Club'],
  ['2 Unlimited - No Limit.mp3', '2 Unlimited', 'No Limit'],
  ['Beyonce\u0301  -  Halo.opus', 'Beyoncé', 'Halo'],
  ['Mr. President - Coco Jamboo', 'Mr. President', 'Coco Jamboo'],
  ['Nur Titel - .mp3', '', 'Nur Titel -'],
  ['Daft_Punk_-_Da_Funk.mp3', 'Daft Punk', 'Da Funk'],
  ['01_-_Air_-_Remember.mp3', 'Air', 'Remember'],
  ['AC_DC.mp3', '', 'AC/DC'],
  ['Air – Remember.mp3', 'Air', 'Remember'],
  ['07 — Air — Remember.mp3', 'Air', 'Remember'],
  ['A-ha - Take On Me – Live.ogg', 'A-ha', 'Take On Me – Live'],
])('a file without tags named "%s" is "%s" with "%s"', (name, artist, title) => {
  expect(nameTrack(`music/dance/${name}`, NO_TAGS)).toEqual({ artist, title });
});

test.each([
  ['Foo - Bar', 'Baz', { artist: 'Foo', title: 'Bar - Baz' }],
  [null, 'Foo - Bar', { artist: 'Foo', title: 'Bar' }],
])('the artist is what stands before the first dash: "%s" and "%s"', (artist, title, names) => {
  expect(nameTrack('music/club/x.mp3', { artist, title })).toEqual(names);
});

test.each([
  ['می\u200cخوام', 'می\u200cخوام'],
  ['👩\u200d🎤 sings', '👩\u200d🎤 sings'],
  ['\u200da\u200c \u200db\u200d', 'a b'],
  ['a\u0007b\u200b', 'a b'],
])('joiners stay within a word: "%s"', (name, title) => {
  expect(nameTrack(`music/dance/${name}.mp3`, NO_TAGS)).toEqual({ artist: '', title });
});

test('a tag of a million joiners keeps nobody waiting', () => {
  const startedMs = performance.now();
  cleanName(`a${'\u200d'.repeat(1_000_000)}b`);
  expect(performance.now() - startedMs).toBeLessThan(5_000);
});

const WORDS = Array.from({ length: 400 }, (_, at) => `Track${at}`).join(' ');

test('[R210] a title or an artist that is too long ends with a whole word and is no longer than it may be', () => {
  const { artist, title } = nameTrack('music/dance/x.mp3', { artist: WORDS, title: `Mix: ${WORDS}` });
  for (const name of [artist, title]) {
    expect(name.length).toBeLessThanOrEqual(TRACK_NAME_MAX);
    expect(name.length).toBeGreaterThan(TRACK_NAME_MAX - 20);
    expect(name).toMatch(/ Track\d+…$/);
    expect(`${WORDS} `).toContain(` ${name.split(' ').at(-1)?.slice(0, -1)} `);
  }
});

test.each([
  ['春'.repeat(300), `${'春'.repeat(TRACK_NAME_MAX - 1)}…`],
  ['👩‍🎤'.repeat(150), `${'👩‍🎤'.repeat(Math.floor((TRACK_NAME_MAX - 1) / 3))}…`],
  ['x'.repeat(TRACK_NAME_MAX), 'x'.repeat(TRACK_NAME_MAX)],
  [`Live ${'春'.repeat(300)}`, `Live ${'春'.repeat(TRACK_NAME_MAX - 6)}…`],
])('[R210] a long title with hardly a space is cut between two signs', (given, title) => {
  expect(nameTrack('music/dance/x.mp3', { artist: 'A', title: given })).toEqual({ artist: 'A', title });
});

test('tags count before the name of the file', () => {
  const tags = { artist: 'Justice', title: 'Genesis' };
  expect(nameTrack('music/club/Someone - Something.mp3', tags)).toEqual(tags);
});

test('what the tags leave out comes from the name of the file', () => {
  expect(nameTrack('music/club/Justice - Genesis.mp3', { artist: null, title: 'Genèse' })).toEqual({
    artist: 'Justice',
    title: 'Genèse',
  });
  expect(nameTrack('music/club/Genesis.mp3', { artist: 'Justice', title: null })).toEqual({
    artist: 'Justice',
    title: 'Genesis',
  });
});
