import { expect, test } from 'vitest';
import { lovesArtist, lovesTrack } from './loved-names.ts';

const row = { user_id: '7', pochette: '', added_date: '' };
const tracks = {
  favorites: [
    {
      ...row,
      id: 1,
      full_title: 'Éole - Marée',
      track_title: 'Marée',
      artist_name: 'Éole',
      slug: 'eole-maree',
      preview: '',
    },
  ],
};

test('a track is loved however its title is written', () => {
  expect(lovesTrack(tracks, 'EOLE -  maree')).toBe(true);
  expect(lovesTrack(tracks, 'Éole')).toBe(false);
});

test('a track is loved under a title that it had, too', () => {
  const [eole] = tracks.favorites;
  const renamed = { favorites: eole ? [{ ...eole, former_titles: ['eole - mare'] }] : [] };
  expect(lovesTrack(renamed, 'Éole - Mare')).toBe(true);
  expect(lovesTrack(renamed, 'Éole - Marée')).toBe(true);
  expect(lovesTrack(renamed, 'Éole - Phare')).toBe(false);
});

test('an artist is loved however the name is written', () => {
  const artists = { artists: [{ ...row, artist_name: 'Éole' }] };
  expect(lovesArtist(artists, ' eole ')).toBe(true);
  expect(lovesArtist(artists, 'Nacre')).toBe(false);
});
