import { expect, test } from 'vitest';
import { rotationArtist } from './rotation-artist.ts';

test.each([
  ['Daft Punk feat. Pharrell Williams', 'daft punk'],
  ['Daft Punk ft. Pharrell', 'daft punk'],
  ['DAFT PUNK Featuring Pharrell', 'daft punk'],
  ['Daft Punk (feat. Pharrell & Nile)', 'daft punk'],
  ['Daft Punk [Ft Pharrell]', 'daft punk'],
  ['Daft Punk feat.Pharrell', 'daft punk'],
  ['Daft Punk Feat: Pharrell', 'daft punk'],
  ['Daft Punk; Pharrell Williams', 'daft punk'],
  ['Daft Punk\0Pharrell Williams', 'daft punk'],
  ['; Pharrell', '; pharrell'],
  ['The Beatles', 'beatles'],
  ['Beatles, The', 'beatles'],
  ['The The', 'the'],
  ['The', 'the'],
  ['Theatre', 'theatre'],
  ['Łona', 'lona'],
  ['Straße', 'strasse'],
  ['Beyoncé', 'beyonce'],
  ['Simon & Garfunkel', 'simon & garfunkel'],
  ['Earth, Wind & Fire', 'earth, wind & fire'],
  ['Little Feat', 'little feat'],
  ['Feat. Nobody', 'feat. nobody'],
  ['Craft Spells', 'craft spells'],
])('%s is counted as %s', (artist, counted) => {
  expect(rotationArtist(artist, 'any')).toBe(counted);
});

test('tracks of unknown artists are not of one artist', () => {
  expect(rotationArtist('', 'one')).not.toBe(rotationArtist(' ', 'two'));
});
