import { expect, test } from 'vitest';
import { TRACK_NAME_MAX } from '#src/contract/limits.ts';
import { readCatalogue } from '#src/station/catalogue/catalogue-tail.ts';
import { CatalogueWriter } from '#src/station/catalogue/catalogue-writer.ts';
import { createStationData, mediaRecord } from '#src/station/testing/station-data.ts';
import { MediaLibrary } from './media-library.ts';

test('[R210] a title that an earlier version took whole is cut, and no other is written anew', async () => {
  await using data = await createStationData();
  const mix = mediaRecord(1, 'Artist', 'word '.repeat(800).trim());
  const song = mediaRecord(2, 'Artist', 'Title');
  await data.addMedia(mix, song);
  {
    await using writer = await CatalogueWriter.open(data.folder);
    await new MediaLibrary(await readCatalogue(data.folder), writer).renew();
  }
  const records = await readCatalogue(data.folder);
  const title = records.get(mix.id)?.title ?? '';
  expect(title.length).toBeLessThanOrEqual(TRACK_NAME_MAX);
  expect(title).toMatch(/^word .* word…$/);
  expect(records.get(mix.id)?.slug.length).toBeLessThan(2 * TRACK_NAME_MAX);
  expect(records.get(song.id)).toEqual(song);
});
