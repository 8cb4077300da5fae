import { existsSync } from 'node:fs';
import { appendFile, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { DAY_MS } from '#src/contract/durations.ts';
import { mediaFiles } from '#src/platform/settings/data-folder.ts';
import { formatCatalogueLine, type MediaRecord } from '#src/station/catalogue/media-record.ts';
import { TemporaryStation } from './testing/temporary-station.ts';

const PATH = 'music/dance/A.wav';

/** A station of two tracks; what it has of one of them. */
async function createStation() {
  const station = await TemporaryStation.create();
  // Long enough for a preview, whose beginning is not its own.
  await station.putAudio(PATH, { seconds: 5 });
  await station.putAudio('music/dance/Stays.wav', { seed: 2 });
  await station.import();
  const record = await station.recordOf(PATH);
  const { audio, preview } = mediaFiles(station.folder, record.id);
  return {
    station,
    record,
    files: () => [existsSync(audio), existsSync(preview)],
    found: async () => (await station.records()).find(({ id }) => id === record.id),
  };
}

test('[R260] the audio of what has left the station folder goes after thirty days, and what pages show stays', async () => {
  const { station: made, record, files, found } = await createStation();
  await using station = made;
  await station.move(PATH, 'aside/A.wav');
  await station.import();
  station.clock.advance(30 * DAY_MS - 1);
  await station.import();
  expect(files()).toEqual([true, true]);
  station.clock.advance(1);
  await station.import();
  expect(files()).toEqual([false, true]);
  expect(await found()).toMatchObject({ title: record.title, slug: record.slug, placements: [] });
  // Nothing is left to be done.
  expect(await station.import()).toMatchObject({ rendered: 0, filed: 0, removed: 0, skipped: [] });

  await station.move('aside/A.wav', PATH);
  expect(await station.import()).toMatchObject({ rendered: 1, skipped: [] });
  expect(files()).toEqual([true, true]);
  const { renderedMs: _, ...rendered } = record;
  expect(await found()).toMatchObject(rendered);
  station.clock.advance(31 * DAY_MS);
  await station.import();
  expect(files()).toEqual([true, true]);
});

test('[R260] what comes back sooner begins anew, however often it comes and goes', async () => {
  const { station: made, files } = await createStation();
  await using station = made;
  for (let round = 0; round < 3; round += 1) {
    await station.move(PATH, 'aside/A.wav');
    await station.import();
    station.clock.advance(20 * DAY_MS);
    await station.import();
    await station.move('aside/A.wav', PATH);
    expect(await station.import()).toMatchObject({ rendered: 0, filed: 1 });
  }
  expect(files()).toEqual([true, true]);
});

test('[R260] for what left under an earlier version the time begins with the first import', async () => {
  const { station: made, record, files } = await createStation();
  await using station = made;
  await rm(station.path(PATH));
  const left: MediaRecord = { ...record, placements: [] };
  await appendFile(station.folder.catalogue, formatCatalogueLine(left));
  await station.import();
  station.clock.advance(30 * DAY_MS - 1);
  await station.import();
  expect(files()).toEqual([true, true]);
  station.clock.advance(1);
  await station.import();
  expect(files()).toEqual([false, true]);
});
