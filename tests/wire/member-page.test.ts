import { expect, test } from 'vitest';
import { MEMBER_PAGE_ROWS_MAX } from '#src/contract/limits.ts';
import { listFavoriteArtists } from '#src/features/favorites/lists/list-favorites.server.ts';
import { memberPageSchema } from '#src/features/favorites/public/user-favorites.wire.ts';
import { registration, startMembers, type TestMembers } from '../support/start-members.ts';

async function addSong(members: TestMembers, artist: string, title: string): Promise<number> {
  const full = `${artist} - ${title}`;
  const row = await members.web.services.db
    .insertInto('songs')
    .values({
      full_title: full,
      folded: full.toLowerCase(),
      artist,
      artist_folded: artist.toLowerCase(),
      title,
      slug: full.toLowerCase().replace(/[^a-z]+/g, '-'),
      added_ms: 1,
      first_played_ms: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

test('anyone reads a member’s page by username, whatever its case: newest favourites first, nothing private', async () => {
  await using members = await startMembers();
  const { user, token } = await members.join('Zoe_98');
  const { db } = members.web.services;
  const songs = [await addSong(members, 'Eole', 'Reflux'), await addSong(members, 'Nacre', 'Embruns')];
  const added = songs.map((song_id, index) => ({ user_id: user.id, song_id, added_ms: 1_000 * (index + 1) }));
  await db.insertInto('favorite_tracks').values(added).execute();
  const artist = { user_id: user.id, artist_folded: 'nacre', artist_name: 'Nacre', added_ms: 5_000 };
  await db.insertInto('favorite_artists').values(artist).execute();

  const reply = await members.web.call('user-favorites', { pseudo: 'zOE_98' });
  const page = {
    user: { pseudo: 'Zoe_98' },
    favorites: [
      {
        id: expect.any(Number),
        full_title: 'Nacre - Embruns',
        track_title: 'Embruns',
        artist_name: 'Nacre',
        slug: 'nacre-embruns',
        pochette: '/covers/nacre_embruns.jpg',
        preview: '',
        added_date: '1970-01-01T00:00:02.000Z',
      },
      expect.objectContaining({ full_title: 'Eole - Reflux' }),
    ],
    favorite_artists: [
      {
        artist_name: 'Nacre',
        pochette: '/covers/nacre_embruns.jpg',
        added_date: '1970-01-01T00:00:05.000Z',
      },
    ],
    tracks_count: 2,
    artists_count: 1,
    favorite_stream_id: 'club',
  };
  expect(reply).toMatchObject({ status: 200, body: { success: true, ...page, data: page } });
  expect(JSON.stringify(reply.body)).not.toMatch(/example\.org|Durand|email/i);

  const counted = await members.web.call(
    'favorites',
    { action: 'count', user_id: user.id },
    {
      headers: { authorization: `Bearer ${token}` },
    },
  );
  const count = { count: 3, tracks: 2, artists: 1 };
  expect(counted).toMatchObject({ status: 200, body: { success: true, ...count, data: count } });
});

test('a page holds the newest 200 of each kind and says how many there are, with the cover of an artist’s latest track, and is kept 30 seconds', async () => {
  await using members = await startMembers();
  const { user } = await members.join('zoe');
  const { db } = members.web.services;
  const songs: number[] = [];
  for (let nth = 0; nth < 201; nth++) {
    const letters = String.fromCharCode(97 + (nth % 26), 97 + Math.floor(nth / 26));
    songs.push(await addSong(members, `Nacre${letters}`, 'Embruns'));
  }
  const later = await addSong(members, 'Nacreaa', 'Reflux');
  await db.updateTable('songs').set({ first_played_ms: 9 }).where('id', '=', later).execute();
  const added = songs.map((song_id, index) => ({ user_id: user.id, song_id, added_ms: 201 - index }));
  await db.insertInto('favorite_tracks').values(added).execute();
  const names = await db
    .selectFrom('songs')
    .select(['artist', 'artist_folded'])
    .where('id', 'in', songs)
    .orderBy('id')
    .execute();
  const artists = names.map(({ artist, artist_folded }, index) => ({
    user_id: user.id,
    artist_folded,
    artist_name: artist,
    added_ms: 201 - index,
  }));
  await db.insertInto('favorite_artists').values(artists).execute();

  const reply = await members.get('user-favorites', { query: { pseudo: 'zoe' } });
  expect(reply.headers.get('cache-control')).toBe('public, max-age=30');
  const page = memberPageSchema.parse(reply.data);
  expect([page.favorites.length, page.favorite_artists.length]).toEqual([200, 200]);
  expect(page).toMatchObject({ tracks_count: 201, artists_count: 201 });
  expect(page.favorites[0]?.full_title).toBe('Nacreaa - Embruns');
  expect(page.favorite_artists[0]).toMatchObject({
    artist_name: 'Nacreaa',
    pochette: '/covers/nacreaa_reflux.jpg',
  });

  // Whoever has ten thousand hearts costs a visitor no more than that.
  const read: number[] = [];
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read.push(result.rows.length);
      return result;
    },
  });
  await listFavoriteArtists(watched, user.id, '', MEMBER_PAGE_ROWS_MAX);
  expect(read).toEqual([200, 200]);
});

test('a member without favourites has an empty page', async () => {
  await using members = await startMembers();
  await members.join('zoe', { clientPreferences: null });
  expect((await members.web.call('user-favorites.php', { pseudo: 'zoe' })).body).toMatchObject({
    success: true,
    favorites: [],
    favorite_artists: [],
    favorite_stream_id: 'dance',
  });
});

test('nobody’s page is a 404 in the reader’s language, and no name a 400', async () => {
  await using members = await startMembers();
  const nobody = await members.get('user-favorites', { query: { pseudo: "x' or 1=1 --" } });
  expect(nobody).toMatchObject({ status: 404, code: 'member_not_found', error: 'User not found' });
  expect(await members.get('user-favorites')).toMatchObject({ status: 400, code: 'missing_parameter' });
});

test('a registration that waits for its mail has no page', async () => {
  await using members = await startMembers({ mail: true });
  await members.post('register', registration('zoe'));
  expect((await members.get('user-favorites', { query: { pseudo: 'zoe' } })).status).toBe(404);
});

test('nobody counts somebody else’s favourites', async () => {
  await using members = await startMembers();
  const victim = await members.join('yann');
  const { token } = await members.join('zoe');
  const query = { action: 'count', user_id: victim.user.id };
  expect(await members.get('favorites', { token, query })).toMatchObject({ status: 403, code: 'forbidden' });
  expect((await members.get('favorites', { query })).status).toBe(401);
  expect((await members.get('favorites', { token, query: { action: 'count' } })).status).toBe(400);
});
