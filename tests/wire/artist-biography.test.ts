import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { artistSchema } from '#src/features/artist/artist.wire.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { NOON_MS, startWeb, type TestWeb } from '../support/start-web.ts';

const replySchema = z.object({
  success: z.literal(true),
  artist: artistSchema,
  data: z.object({ artist: artistSchema }),
});

async function biography(web: TestWeb, name: string) {
  const reply = replySchema.parse((await web.call('artist-biography', { name })).body);
  expect(reply.data.artist).toEqual(reply.artist);
  return reply.artist;
}

/** The name, the English text and the titles that a page about an artist shows. */
async function foundUnder(web: TestWeb, name: string) {
  const { name: played, bio_en, latest_tracks } = await biography(web, name);
  return [played, bio_en, latest_tracks.map(({ title }) => title)];
}

function writing(files: Record<string, string>) {
  return async (stationDir: string) => {
    for (const [name, text] of Object.entries(files)) {
      const [folder = '', file = ''] = name.split('|');
      await mkdir(join(stationDir, 'biographies', folder), { recursive: true });
      await writeFile(join(stationDir, 'biographies', folder, file), text);
    }
  };
}

test('an artist’s page has the texts of every language, a picture and the latest ten tracks', async () => {
  await using web = await startWeb({
    writeStation: writing({ 'AC_DC|en.md': 'Thunder.', 'AC_DC|fr.md': 'Tonnerre.\n\n**Fort.**' }),
  });
  for (let number = 1; number <= 12; number++) {
    const record = mediaRecord(number, 'AC/DC', `T${number}`);
    await web.data.addMedia(record);
    await web.data.play(journalEntry(record, 'dance', NOON_MS + number));
  }
  await web.drain();
  const artist = await biography(web, 'ac/dc');
  expect(artist).toMatchObject({
    name: 'AC/DC',
    bio_fr: 'Tonnerre.\n\n**Fort.**',
    bio_en: 'Thunder.',
    bio_de: '',
    bio_nl: '',
    image: '/covers/ac_dc_t12.jpg',
  });
  expect(artist.latest_tracks).toHaveLength(10);
  expect(artist.latest_tracks[0]).toMatchObject({
    titre: 'AC/DC - T12',
    nb_diff: 1,
    preview: '/previews/ac_dc_t12.mp3',
  });
});

test('an artist with tracks and no text, and one with a text and no track, both have a page', async () => {
  await using web = await startWeb({
    writeStation: writing({ 'Solo 🎤|en.md': 'name: Solo 🎤!\n\nA voice.', 'Solo 🎤|ru.md': 'Голос.' }),
  });
  await web.data.addMedia(mediaRecord(1, 'Кино', 'Песня'));
  await web.drain();
  expect(await biography(web, 'КИНО')).toMatchObject({
    name: 'Кино',
    bio_en: '',
    image: '/covers/kino_pesnya.jpg',
  });
  expect(await biography(web, 'solo 🎤!')).toMatchObject({
    name: 'Solo 🎤!',
    bio_ru: 'Голос.',
    image: '',
    latest_tracks: [],
  });
});

test('an artist asked for by the name of the folder, with `_` for `/`, is the one whom the radio plays', async () => {
  await using web = await startWeb({
    writeStation: writing({
      'AC_DC|en.md': 'Thunder.',
      'A_B_c|en.md': 'Letters.',
      'Snake_Case|en.md': 'A real one.',
      'Un_Heard|en.md': 'Silence.',
      'Old_Name|en.md': 'Corrected.',
    }),
  });
  await web.data.addMedia(
    mediaRecord(1, 'AC/DC', 'Thunderstruck'),
    mediaRecord(2, 'A/B_C feat. D', 'E'),
    mediaRecord(3, 'Snake_Case', 'Hiss'),
    mediaRecord(4, 'Snake/Case', 'Luggage'),
    mediaRecord(5, 'Old/Name', 'Song'),
  );
  await web.drain();
  await web.data.addMedia(mediaRecord(5, 'New Name', 'Song'));
  await web.drain();
  const found = (name: string) => foundUnder(web, name);
  for (const name of ['AC_DC', 'ac_dc feat. Nobody', 'AC/DC'])
    expect([name, ...(await found(name))]).toEqual([name, 'AC/DC', 'Thunder.', ['Thunderstruck']]);
  for (const name of ['A_B_c', 'A/B/C', 'A/B_C'])
    expect([name, ...(await found(name))]).toEqual([name, 'A/B_C', 'Letters.', ['E']]);
  expect(await found('Snake_Case')).toEqual(['Snake_Case', 'A real one.', ['Hiss']]);
  expect(await found('snake/case')).toEqual(['Snake/Case', 'A real one.', ['Luggage']]);
  expect(await found('Un/Heard')).toEqual(['Un_Heard', 'Silence.', []]);
  expect(await found('Old_Name')).toEqual(['New Name', 'Corrected.', ['Song']]);
});

test('an artist whose text says another name than the tracks is the one whom the radio plays', async () => {
  await using web = await startWeb({
    writeStation: writing({
      'P!nk|en.md': 'name: Pink\n\nA voice.',
      'AC_DC|en.md': 'name: Acca Dacca\n\nThunder.',
      'Ke$ha|en.md': 'name: Kesha\n\nGlitter.',
      'Former|en.md': 'name: Former!\n\nCorrected.',
    }),
  });
  await web.data.addMedia(
    mediaRecord(1, 'P!nk', 'So What'),
    mediaRecord(2, 'AC/DC', 'Thunderstruck'),
    // Tracks under either name: those of the one that is asked for.
    mediaRecord(3, 'Ke$ha', 'Stephen'),
    mediaRecord(4, 'Kesha', 'Praying'),
    mediaRecord(5, 'Former!', 'Song'),
  );
  await web.drain();
  await web.data.addMedia(mediaRecord(5, 'Present', 'Song'));
  await web.drain();
  const found = (name: string) => foundUnder(web, name);
  for (const name of ['P!nk', 'Pink', 'pink feat. Nobody'])
    expect([name, ...(await found(name))]).toEqual([name, 'P!nk', 'A voice.', ['So What']]);
  for (const name of ['AC/DC', 'AC_DC', 'Acca Dacca'])
    expect([name, ...(await found(name))]).toEqual([name, 'AC/DC', 'Thunder.', ['Thunderstruck']]);
  expect(await found('ke$ha')).toEqual(['Ke$ha', 'Glitter.', ['Stephen']]);
  expect(await found('kesha')).toEqual(['Kesha', 'Glitter.', ['Praying']]);
  expect(await found('Former!')).toEqual(['Present', 'Corrected.', ['Song']]);
});

test('an artist of whom the radio has nothing is told in the caller’s language', async () => {
  await using web = await startWeb();
  expect(
    await web.call('artist-biography', { name: 'Nobody' }, { headers: { 'x-language': 'en' } }),
  ).toMatchObject({ status: 404, body: { success: false, code: 'artist_not_found' } });
  // Nor is a blank one whoever made the tracks that name nobody.
  const nameless = mediaRecord(1, '', 'Nameless');
  await web.data.addMedia(nameless);
  await web.data.play(journalEntry(nameless, 'dance', NOON_MS));
  await web.drain();
  for (const name of [' ', '\u200d'])
    expect(await web.call('artist-biography', { name })).toMatchObject({ status: 404 });
  expect(await web.call('artist-biography')).toMatchObject({
    status: 400,
    body: { code: 'missing_parameter' },
  });
});
