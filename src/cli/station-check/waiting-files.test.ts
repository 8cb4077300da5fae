import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createStationData, mediaRecord } from '#src/station/testing/station-data.ts';
import { waitingFiles } from './waiting-files.ts';

test('music that was never imported is counted, and what is on air is not', async () => {
  await using data = await createStationData();
  const stationDir = join(data.folder.root, 'station');
  const music = join(stationDir, 'music', 'dance');
  await mkdir(music, { recursive: true });
  const waiting = () => waitingFiles(stationDir, data.folder.root);
  expect(await waiting()).toEqual([]);
  await writeFile(join(music, 'a.mp3'), 'a');
  expect(await waiting()).toEqual([
    expect.stringMatching(/^1 file is not on air yet, .*: npx onde import takes/),
  ]);
  await writeFile(join(music, 'b.mp3'), 'bb');
  expect(await waiting()).toEqual([expect.stringMatching(/^2 files are not on air yet/)]);
  const record = mediaRecord(1, 'A', 'B');
  const [place] = record.placements;
  if (place === undefined) throw new Error('A record has a place.');
  await data.addMedia({ ...record, placements: [{ ...place, path: 'music/dance/a.mp3', sizeBytes: 1 }] });
  expect(await waiting()).toEqual([expect.stringMatching(/^1 file is/)]);
});
