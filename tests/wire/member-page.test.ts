import { expect, test } from 'vitest';
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
