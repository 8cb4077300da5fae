import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { startMembers } from '../support/start-members.ts';

const TITLES = [
  ['Rammstein', 'Weißes Fleisch'],
  ['Işın Karaca', 'Yalnızlık'],
  ['Mine', 'Maße'],
  ['Mine', 'Masse'],
  ['Mine', 'Weißer Fluss'],
  ['Mine', 'Weisser Fluß'],
  ['Großstadtgeflüster', 'Blaues Licht'],
  ['Weiß', 'Schnee'],
  ['Blasse Füße', 'Barfuß'],
  ['Blaße Füße', 'Strand'],
] as const;

/** Of `Weiss` and of `Süß` there is a text alone. */
async function setUp() {
  const members = await startMembers({
    async writeStation(stationDir) {
      for (const artist of ['Weiss', 'Süß']) {
        await mkdir(join(stationDir, 'biographies', artist), { recursive: true });
        await writeFile(join(stationDir, 'biographies', artist, 'en.md'), 'A voice.');
      }
    },
  });
  const { web } = members;
  await web.data.addMedia(...TITLES.map(([artist, title], at) => mediaRecord(at + 1, artist, title)));
  await web.drain();
  const { user, token } = await members.join('zoe');
  const own = { user_id: user.id };
  const nameSchema = z.object({ data: z.object({ titre: z.string() }) });
  const namesSchema = z.object({ data: z.array(z.object({ titre: z.string() })) });
  const artistSchema = z.object({ artist: z.object({ name: z.string() }) });
  const artistsSchema = z.array(z.object({ artist_name: z.string() }));
  return {
    web,
    async track(title: string) {
      return nameSchema.safeParse((await web.call('track-details', { title })).body).data?.data.titre ?? null;
    },
    async tracksOf(artist: string) {
      return namesSchema
        .parse((await web.call('artist-tracks', { artist })).body)
        .data.map(({ titre }) => titre);
    },
    async artist(name: string) {
      const { body } = await web.call('artist-biography', { name });
      return artistSchema.safeParse(body).data?.artist.name ?? null;
    },
    add: (action: string, body: object) =>
      members.post('favorites', { ...own, ...body }, { token, query: { action } }),
    remove: (action: string, body: object) =>
      members.remove('favorites', { ...own, ...body }, { token, query: { action } }),
    async loves(artist_name: string) {
      const query = { action: 'check_artist', ...own, artist_name };
      return (await members.get('favorites', { token, query })).data?.is_favorite;
    },
    async loved() {
      const { data } = await members.get('favorites', { token, query: { action: 'list_artists', ...own } });
      return artistsSchema.parse(data?.artists).map(({ artist_name }) => artist_name);
    },
    [Symbol.asyncDispose]: () => members[Symbol.asyncDispose](),
  };
}

test('a title in capitals, where ß is SS and ı is I, leads to the one track that it may be [W18]', async () => {
  await using set = await setUp();
  expect(await set.track('RAMMSTEIN - WEISSES FLEISCH')).toBe('Rammstein - Weißes Fleisch');
  expect(await set.track('IŞIN KARACA - YALNIZLIK')).toBe('Işın Karaca - Yalnızlık');
  expect(await set.track('MINE - MASSE')).toBe('Mine - Masse');
  expect(await set.track('MINE - MAẞE')).toBe('Mine - Maße');
  expect(await set.track('MINE - WEISSER FLUSS')).toBeNull();
  expect(await set.track('RAMMSTEIN - WEIßES FLEIßCH')).toBeNull();
  const track = { artist_name: 'RAMMSTEIN', track_title: 'WEISSES FLEISCH' };
  expect((await set.add('add', track)).status).toBe(200);
});

test('a title that a track had leads to it in capitals too', async () => {
  await using set = await setUp();
  await set.web.data.addMedia(mediaRecord(1, 'Rammstein', 'Fleisch'));
  await set.web.drain();
  expect(await set.track('RAMMSTEIN - WEISSES FLEISCH')).toBe('Rammstein - Fleisch');
});

test('an artist in capitals is the one that has that name, played or written about', async () => {
  await using set = await setUp();
  const licht = ['Großstadtgeflüster - Blaues Licht'];
  expect(await set.tracksOf('GROSSSTADTGEFLÜSTER feat. MINE')).toEqual(licht);
  expect(await set.artist('GROSSSTADTGEFLÜSTER')).toBe('Großstadtgeflüster');
  expect(await set.artist('SÜSS')).toBe('Süß');
  expect(await set.artist('WEISS')).toBe('Weiss');
  expect(await set.tracksOf('WEISS')).toEqual([]);
  expect(await set.artist('BLASSE FÜSSE')).toBeNull();
  await set.web.data.addMedia(mediaRecord(7, 'GSGF', 'Blaues Licht'));
  await set.web.drain();
  expect(await set.artist('GROSSSTADTGEFLÜSTER')).toBe('GSGF');
});

test('a heart that is taken back in capitals is never that of another artist', async () => {
  await using set = await setUp();
  for (const artist_name of ['GROSSSTADTGEFLÜSTER', 'Weiss', 'Weiß'])
    expect((await set.add('add_artist', { artist_name })).status).toBe(200);
  expect((await set.loved()).toSorted()).toEqual(['Großstadtgeflüster', 'Weiss', 'Weiß']);
  for (let time = 0; time < 2; time++) await set.remove('remove_artist', { artist_name: 'WEISS' });
  expect((await set.loved()).toSorted()).toEqual(['Großstadtgeflüster', 'Weiß']);
  expect(await set.loves('WEISS')).toBe(false);
  expect(await set.loves('Weiß')).toBe(true);
  expect(await set.loves('GROSSSTADTGEFLÜSTER')).toBe(true);
  await set.remove('remove_artist', { artist_name: 'GROSSSTADTGEFLÜSTER' });
  expect(await set.loved()).toEqual(['Weiß']);
});
