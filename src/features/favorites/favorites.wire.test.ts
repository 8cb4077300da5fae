import { expect, test } from 'vitest';
import { favoriteArtistSchema, favoriteTrackSchema } from './favorites.wire.ts';

const ADDED = { added_date: '2026-01-01T00:00:00+01:00' };
const FERRY = {
  id: 7,
  full_title: 'Nova Kessler - Midnight Ferry',
  track_title: 'Midnight Ferry',
  artist_name: 'Nova Kessler',
  slug: 'Nova Kessler - Midnight Ferry',
  pochette: '',
  preview: '',
  ...ADDED,
};

test.each([
  ['its full title', { full_title: 'Nova Kessler - Midnight Ferry' }],
  ['its artist and title', { artist_name: 'Nova Kessler', track_title: 'Midnight Ferry' }],
  ['all of them, and no picture', { ...FERRY, slug: null, pochette: null, preview: null }],
])('of a favourite track %s are enough [A85]', (_, said) => {
  expect(favoriteTrackSchema.parse({ id: 7, ...said, ...ADDED })).toEqual(FERRY);
});

test('a favourite needs neither an id nor a date [A85]', () => {
  const said = { user_id: 'u', artist_name: 'Nova Kessler', track_title: 'Midnight Ferry' };
  const full_title = 'Nova Kessler - Midnight Ferry';
  expect(favoriteTrackSchema.parse(said)).toMatchObject({ id: full_title, full_title, added_date: '' });
  expect(favoriteArtistSchema.parse(said)).toMatchObject({ artist_name: 'Nova Kessler', added_date: '' });
});

test('what a reply says of a favourite track stays [A85]', () => {
  const sent = { ...FERRY, id: 'f7', slug: 'midnight-ferry-2', pochette: '/a.jpg', preview: '/a.mp3' };
  expect(favoriteTrackSchema.parse(sent)).toEqual(sent);
});

test('a favourite without any title is none', () => {
  expect(favoriteTrackSchema.safeParse({ id: 7, artist_name: 'Nova Kessler', ...ADDED }).success).toBe(false);
});

test('an artist needs no picture [A85]', () => {
  const artist = { artist_name: 'Nova Kessler', ...ADDED };
  expect(favoriteArtistSchema.parse(artist)).toEqual({ ...artist, pochette: '' });
});
