import { expect, test } from 'vitest';
import { memberPageSchema } from './user-favorites.wire.ts';

test('a public page needs neither lists nor a stream [A85]', () => {
  const empty = {
    user: { pseudo: 'zoe' },
    favorites: [],
    favorite_artists: [],
    tracks_count: 0,
    artists_count: 0,
    favorite_stream_id: 'dance',
  };
  expect(memberPageSchema.parse({ user: { pseudo: 'zoe' } })).toEqual(empty);
  expect(memberPageSchema.parse({ ...empty, favorite_stream_id: 'jazz' })).toEqual(empty);
  expect(memberPageSchema.parse({ ...empty, favorite_stream_id: 'club' })).toMatchObject({
    favorite_stream_id: 'club',
  });
});

test('a public page that does not say how many favourites there are has as many as came [A85]', () => {
  const added_date = '2026-11-21T11:00:00.000Z';
  const came = {
    user: { pseudo: 'zoe' },
    favorites: [{ id: 1, full_title: 'Nacre - Embruns', added_date }],
    favorite_artists: [
      { artist_name: 'Nacre', added_date },
      { artist_name: 'Eole', added_date },
    ],
  };
  expect(memberPageSchema.parse(came)).toMatchObject({ tracks_count: 1, artists_count: 2 });
  const said = { tracks_count: 250, artists_count: 201 };
  expect(memberPageSchema.parse({ ...came, ...said })).toMatchObject(said);
});
