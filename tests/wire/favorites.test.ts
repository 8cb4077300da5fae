import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  addFavoriteArtist,
  addFavoriteTrack,
} from '#src/features/favorites/change/change-favorites.server.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { startMembers } from '../support/start-members.ts';

const TRACK = { track_title: 'Marée', artist_name: 'Éole' };

async function setUp(writeStation?: (stationDir: string) => Promise<void>) {
  const members = await startMembers({ ...(writeStation && { writeStation }) });
  await members.web.data.addMedia(
    mediaRecord(1, 'Éole', 'Marée'),
    mediaRecord(2, 'Éole', 'Reflux'),
    mediaRecord(3, 'Nacre', 'Embruns'),
    mediaRecord(4, '', 'Sans nom'),
  );
  await members.web.drain();
  const { user, token } = await members.join('zoe');
  const id = { user_id: user.id };
  const read = (action: string, query: object = {}, as = token) =>
    members.get('favorites', { token: as, query: { action, ...id, ...query } });
  const add = (action: string, body: object) =>
    members.post('favorites', { ...id, ...body }, { token, query: { action } });
  const remove = (action: string, body: object) =>
    members.remove('favorites', { ...id, ...body }, { token, query: { action } });
  const close = () => members[Symbol.asyncDispose]();
  return { members, user, token, read, add, remove, [Symbol.asyncDispose]: close };
}

test('a member adds, checks, lists and removes a track, each as often as wanted', async () => {
  await using set = await setUp();
  expect(await set.read('check', TRACK)).toMatchObject({ status: 200, data: { is_favorite: false } });
  for (const body of [TRACK, { track_title: ' MAREE ', artist_name: 'eole' }, TRACK])
    expect(await set.add('add', body)).toMatchObject({ status: 200, success: true });
  set.members.web.clock.advance(1_000);
  await set.add('add', { track_title: 'Embruns', artist_name: 'Nacre' });
  expect(await set.read('check', TRACK)).toMatchObject({ data: { is_favorite: true } });
  expect((await set.read('list')).data?.favorites).toEqual([
    expect.objectContaining({ full_title: 'Nacre - Embruns' }),
    {
      id: expect.any(Number),
      user_id: set.user.id,
      track_title: 'Marée',
      artist_name: 'Éole',
      full_title: 'Éole - Marée',
      slug: 'eole-maree',
      pochette: '/covers/eole_maree.jpg',
      preview: '/previews/eole_maree.mp3',
      added_date: '2026-11-21T11:00:00.000Z',
    },
  ]);
  expect(await set.read('count')).toMatchObject({ data: { count: 2, tracks: 2, artists: 0 } });
  for (let time = 0; time < 2; time++)
    expect(await set.remove('remove', TRACK)).toMatchObject({ status: 200, success: true });
  expect(await set.read('check', TRACK)).toMatchObject({ data: { is_favorite: false } });
  const posted = { token: set.token, query: { action: 'remove', _method: 'DELETE' } };
  const embruns = { user_id: set.user.id, track_title: 'Embruns', artist_name: 'Nacre' };
  expect((await set.members.post('favorites', embruns, posted)).status).toBe(200);
  expect((await set.read('list')).data).toEqual({ favorites: [] });
});

test.each(['Éole - Marée', 'eole-maree'])(
  'a track of an artist may be named as %s as well, one of another artist may not',
  async (track_title) => {
    await using set = await setUp();
    const named = { track_title, artist_name: 'Éole' };
    expect(await set.add('add', named)).toMatchObject({ status: 200 });
    expect(await set.read('check', TRACK)).toMatchObject({ data: { is_favorite: true } });
    expect(await set.read('check', named)).toMatchObject({ data: { is_favorite: true } });
    const others = { track_title, artist_name: 'Nacre' };
    expect(await set.add('add', others)).toMatchObject({ status: 404, code: 'track_not_found' });
    await set.remove('remove', others);
    expect(await set.read('check', TRACK)).toMatchObject({ data: { is_favorite: true } });
    await set.remove('remove', named);
    expect(await set.read('check', TRACK)).toMatchObject({ data: { is_favorite: false } });
  },
);

test('a member adds, checks, lists and removes an artist, under the name that the radio writes', async () => {
  await using set = await setUp();
  for (const artist_name of ['  EOLE', 'Éole'])
    expect((await set.add('add_artist', { artist_name })).status).toBe(200);
  expect(await set.read('check_artist', { artist_name: 'éole' })).toMatchObject({
    status: 200,
    data: { is_favorite: true },
  });
  expect((await set.read('list_artists')).data?.artists).toEqual([
    {
      user_id: set.user.id,
      artist_name: 'Éole',
      pochette: '/covers/eole_reflux.jpg',
      added_date: '2026-11-21T11:00:00.000Z',
    },
  ]);
  const page = await set.members.get('user-favorites', { query: { pseudo: 'zoe' } });
  expect(page.data).toMatchObject({ favorite_artists: [{ artist_name: 'Éole' }] });
  expect(JSON.stringify(page.data)).not.toContain(set.user.id);
  for (let time = 0; time < 2; time++)
    expect((await set.remove('remove_artist', { artist_name: 'Eole' })).status).toBe(200);
  expect((await set.read('list_artists')).data).toEqual({ artists: [] });
});

test('an artist whose text says another name than the tracks is added under theirs', async () => {
  await using set = await setUp(async (stationDir) => {
    for (const [folder, name] of Object.entries({ Éole: 'Eolus', Nacre: 'Éole' })) {
      await mkdir(join(stationDir, 'biographies', folder), { recursive: true });
      await writeFile(join(stationDir, 'biographies', folder, 'en.md'), `name: ${name}\n\nA voice.`);
    }
  });
  for (const artist_name of ['Éole', 'Nacre']) {
    expect((await set.add('add_artist', { artist_name })).status).toBe(200);
    expect(await set.read('check_artist', { artist_name })).toMatchObject({ data: { is_favorite: true } });
    expect((await set.remove('remove_artist', { artist_name })).status).toBe(200);
    expect((await set.read('list_artists')).data).toEqual({ artists: [] });
  }
  await set.add('add_artist', { artist_name: 'Eolus' });
  expect((await set.read('list_artists')).data?.artists).toMatchObject([
    { artist_name: 'Éole', pochette: '/covers/eole_reflux.jpg' },
  ]);
});

test('an artist of whom there is a biography alone has the icon of the station for a cover', async () => {
  await using set = await setUp(async (stationDir) => {
    await mkdir(join(stationDir, 'biographies', 'Ondine'), { recursive: true });
    await writeFile(join(stationDir, 'biographies', 'Ondine', 'en.md'), 'A voice to come.');
  });
  expect((await set.add('add_artist', { artist_name: 'Ondine' })).status).toBe(200);
  const [ondine] = z
    .array(z.object({ pochette: z.string() }))
    .parse((await set.read('list_artists')).data?.artists);
  const answer = await set.members.web.fetch(ondine?.pochette ?? '');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
});

test('a track without an artist is added and checked with an empty one', async () => {
  await using set = await setUp();
  const track = { track_title: 'Sans nom', artist_name: '' };
  expect(await set.read('check', track)).toMatchObject({ status: 200, data: { is_favorite: false } });
  expect(await set.add('add', track)).toMatchObject({ status: 200 });
  expect(await set.read('check', track)).toMatchObject({ status: 200, data: { is_favorite: true } });
});

test('what the radio does not know cannot be added; it is no favourite, and removing it is done', async () => {
  await using set = await setUp();
  const unknown = { track_title: 'Nothing', artist_name: 'Nobody' };
  for (const artist_name of ['', '  '])
    expect(await set.add('add_artist', { artist_name })).toMatchObject({ code: 'artist_not_found' });
  expect(await set.add('add', unknown)).toMatchObject({ status: 404, code: 'track_not_found' });
  expect(await set.add('add_artist', unknown)).toMatchObject({ status: 404, code: 'artist_not_found' });
  expect(await set.read('check', unknown)).toMatchObject({ status: 200, data: { is_favorite: false } });
  expect((await set.remove('remove', unknown)).status).toBe(200);
  expect((await set.remove('remove_artist', unknown)).status).toBe(200);
  expect(await set.read('count')).toMatchObject({ data: { count: 0 } });
});

test('nobody touches or reads somebody else’s favourites', async () => {
  await using set = await setUp();
  await set.add('add', TRACK);
  await set.add('add_artist', TRACK);
  const { token } = await set.members.join('yann');
  const forbidden = { status: 403, code: 'forbidden' };
  const theirs = { user_id: set.user.id };
  for (const action of ['list', 'list_artists', 'count', 'check', 'check_artist'])
    expect(await set.read(action, TRACK, token)).toMatchObject(forbidden);
  const body = { ...theirs, track_title: 'Embruns', artist_name: 'Nacre' };
  for (const action of ['add', 'add_artist'])
    expect(await set.members.post('favorites', body, { token, query: { action } })).toMatchObject(forbidden);
  for (const action of ['remove', 'remove_artist'])
    expect(
      await set.members.remove('favorites', { ...theirs, ...TRACK }, { token, query: { action } }),
    ).toMatchObject(forbidden);
  for (const action of ['add', 'add_artist'])
    expect(await set.members.post('favorites', theirs, { token, query: { action } })).toMatchObject(
      forbidden,
    );
  expect(await set.read('count')).toMatchObject({ data: { count: 2, tracks: 1, artists: 1 } });
});

test('guests are 401, fields of the wrong type 400, missing ones 422, a wrong method 405', async () => {
  await using set = await setUp();
  expect((await set.read('list', {}, '')).status).toBe(401);
  expect(await set.add('add', { ...TRACK, artist_name: 7 })).toMatchObject({ code: 'malformed_body' });
  expect(await set.add('add', { artist_name: 'Éole' })).toMatchObject({
    status: 422,
    fields: { track_title: 'required' },
  });
  expect(await set.read('check', { track_title: 'Marée' })).toMatchObject({ code: 'missing_parameter' });
  expect((await set.read('add', TRACK)).status).toBe(405);
  expect((await set.add('remove', TRACK)).status).toBe(405);
});

test('of many additions of one track at the same instant one is kept, and none fails', async () => {
  await using set = await setUp();
  const replies = await Promise.all(Array.from({ length: 40 }, () => set.add('add', TRACK)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await set.read('count')).toMatchObject({ data: { tracks: 1 } });
});

test('an account that goes between the check of its token and the row is refused as a guest', async () => {
  await using set = await setUp();
  const { db, clock, content } = set.members.web.services;
  const services = { db, clock, content };
  const refused = { code: 'authentication_required', status: 401 };
  await expect(addFavoriteTrack(services, 'gone', TRACK)).rejects.toMatchObject(refused);
  await expect(addFavoriteArtist(services, 'gone', TRACK.artist_name)).rejects.toMatchObject(refused);
});
