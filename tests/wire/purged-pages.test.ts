import { expect, test } from 'vitest';
import { NAMES_REST_MS } from '#src/records/drain/drain.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { betweenTransactions, hold } from '../support/locks.ts';
import { PASSWORD, startMembers } from '../support/start-members.ts';

const FIR = mediaRecord(1, 'Elka', 'Fir');
const TITLE = 'Elka - Fir';

/** A member, two tracks, and the tags of the pages that are purged since the last look. */
async function setUp() {
  const purged: string[] = [];
  const members = await startMembers({ purgePages: (tags) => void purged.push(...tags) });
  await members.web.data.addMedia(FIR, mediaRecord(2, 'Elka', 'Birch'));
  await members.web.drain();
  const { user, token } = await members.join('Zoe');
  return {
    members,
    user,
    token,
    say: async (comment: string, title = TITLE) => {
      members.web.clock.advance(60_000);
      return members.post('comments', { track_title: title, comment }, { token });
    },
    purged: () => purged.splice(0).sort(),
    [Symbol.asyncDispose]: () => members[Symbol.asyncDispose](),
  };
}

test('a comment that comes or goes has its track’s page purged; one that is refused has not [W213]', async () => {
  await using set = await setUp();
  expect(set.purged()).toEqual([]);
  const { data } = await set.say('Ahoy');
  expect(set.purged()).toEqual(['track-elka-fir']);
  const query = { id: String(data?.id) };
  await set.members.remove('comments', undefined, { token: set.token, query });
  expect(set.purged()).toEqual(['track-elka-fir']);
  expect((await set.members.remove('comments', undefined, { token: set.token, query })).status).toBe(404);
  expect((await set.say('Ahoy', 'Nobody - Nothing')).status).toBe(404);
  expect(set.purged()).toEqual([]);
});

test('what a member loves, or no more, has the public page purged [W213]', async () => {
  await using set = await setUp();
  const { user, token } = set;
  const track = { user_id: user.id, track_title: 'Fir', artist_name: 'Elka' };
  const artist = { user_id: user.id, artist_name: 'Elka' };
  const { post, remove } = set.members;
  for (const call of [
    () => post('favorites', track, { token, query: { action: 'add' } }),
    () => post('favorites', artist, { token, query: { action: 'add_artist' } }),
    () => remove('favorites', track, { token, query: { action: 'remove' } }),
    () => remove('favorites', artist, { token, query: { action: 'remove_artist' } }),
  ]) {
    expect((await call()).status).toBe(200);
    expect(set.purged()).toEqual(['member-zoe']);
  }
});

test('another favourite stream has the public page purged, which leads to it; other preferences have not [W213]', async () => {
  await using set = await setUp();
  const { token } = set;
  const { post, remove } = set.members;
  const choose = (preferences: object) => post('preferences', { preferences }, { token });
  expect((await choose({ favoriteStreamId: 'hits', volume: 0.2 })).status).toBe(200);
  expect(set.purged()).toEqual(['member-zoe']);
  expect((await choose({ favoriteStreamId: 'hits', volume: 0.3, theme: 'dark' })).status).toBe(200);
  expect(set.purged()).toEqual([]);
  expect((await remove('preferences', undefined, { token })).status).toBe(200);
  expect(set.purged()).toEqual(['member-zoe']);
});

test('a member without a username has no page that could be purged', async () => {
  await using set = await setUp();
  const { user, token } = await set.members.join(null);
  const track = { user_id: user.id, track_title: 'Fir', artist_name: 'Elka' };
  await set.members.post('favorites', track, { token, query: { action: 'add' } });
  expect(set.purged()).toEqual([]);
});

test('another name or picture is purged wherever it stood, and so is the end of the account [W213]', async () => {
  await using set = await setUp();
  const { user, token } = set;
  await set.say('Ahoy');
  await set.say('And again');
  await set.say('Here too', 'Elka - Birch');
  set.purged();
  const tracks = ['track-elka-birch', 'track-elka-fir'];
  const rename = (username: string) =>
    set.members.post('update-pseudo', { user_id: user.id, pseudo: username }, { token });
  expect((await rename('Ondine')).status).toBe(200);
  expect(set.purged()).toEqual(['member-zoe', ...tracks]);
  expect((await rename('no such name!')).status).toBe(422);
  expect(set.purged()).toEqual([]);
  await set.members.web.call(
    'profile',
    {},
    {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ firstName: 'Zoé', lastName: 'Durand', pseudo: 'Marée_1' }),
    },
  );
  expect(set.purged()).toEqual([]);
  await set.members.remove('profile-picture', undefined, { token });
  expect(set.purged()).toEqual(['member-ondine', ...tracks]);
  expect((await set.members.remove('profile', { password: 'wrong' }, { token })).status).toBe(403);
  expect(set.purged()).toEqual([]);
  expect((await set.members.remove('profile', { password: PASSWORD }, { token })).status).toBe(200);
  expect(set.purged()).toEqual(['member-ondine', ...tracks]);
});

betweenTransactions(
  'a comment that another device writes as the account is deleted is purged from its page too [W213]',
  async () => {
    await using set = await setUp();
    const { db } = set.members.web.services;
    const saying = await hold(db, async (trx) => {
      const { id } = await trx
        .selectFrom('songs')
        .select('id')
        .where('full_title', '=', TITLE)
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('comments')
        .values({ song_id: id, user_id: set.user.id, comment: 'Ahoy', created_ms: 0 })
        .execute();
    });
    const deletion = set.members.remove('profile', { password: PASSWORD }, { token: set.token });
    await saying.waiting(1);
    await saying.release();
    expect((await deletion).status).toBe(200);
    expect(set.purged()).toEqual(['member-zoe', 'track-elka-fir']);
  },
);

test('a track whose title is corrected is purged under both addresses; a new one is none that is kept [W213]', async () => {
  await using set = await setUp();
  const { web } = set.members;
  await web.data.addMedia(mediaRecord(1, 'Elka', 'Silver Fir'));
  await web.drain();
  web.clock.advance(NAMES_REST_MS);
  await web.drain();
  expect([...new Set(set.purged())]).toEqual(['track-elka-fir', 'track-elka-silver-fir']);
  await web.data.addMedia(mediaRecord(3, 'Elka', 'Rowan'));
  await web.drain();
  expect(set.purged()).toEqual([]);
});

test('of two tracks that become one both pages are purged: one gets what the other had [W213]', async () => {
  await using set = await setUp();
  const { web } = set.members;
  await web.data.addMedia(mediaRecord(1, 'Elka', 'Birch'));
  await web.drain();
  web.clock.advance(NAMES_REST_MS);
  await web.drain();
  expect([...new Set(set.purged())].toSorted()).toEqual(['track-elka-birch', 'track-elka-fir']);
});

test('the picture for links to a member’s page, which is kept for a day, has the tag of the page [W211]', async () => {
  const told = { PAGE_PURGE_URL: 'http://127.0.0.1:6081/purge-pages', PAGE_PURGE_KEY: 'a-key-of-its-own' };
  for (const [environment, tag] of [
    [told, 'member-zoe_98'],
    [{}, null],
  ] as const) {
    await using members = await startMembers({ environment });
    await members.join('Zoe_98');
    const { status, headers, body } = await members.web.fetch('/og/member/Zoe_98.png');
    await body?.cancel();
    expect([status, headers.get('surrogate-key'), headers.get('cache-tag')]).toEqual([200, tag, tag]);
  }
});
