import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import { listen } from '#src/broadcast/testing/listen.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { readCatalogue } from '#src/station/catalogue/catalogue-tail.ts';
import { addTones, createHome, launchRadio } from './support/radio.ts';

test('a disk that is not mounted at the start, comes and goes: what is rendered plays on, nothing is written or withdrawn', async () => {
  await using home = await createHome();
  await addTones(home, 2, 30);
  const stationDir = join(home.stationDir, 'disk');
  // What was killed may have left copies of the database.
  const { root, scratch } = home.folder;
  const copies = [join(root, '.restore-1-staging'), join(scratch, 'copy-1')];
  for (const copy of copies) {
    await mkdir(copy, { recursive: true });
    await writeFile(join(copy, 'onde.sqlite'), 'members');
  }
  await using radio = await launchRadio(home, { command: 'start', settings: { STATION_DIR: stationDir } });
  await radio.printed(/There is no station folder at .*Mount the disk/);
  const titles = async () => (await fetch(`${radio.origin}/titre.json`)).text();
  await vi.waitFor(
    async () => expect(await titles()).toMatch(/"artiste":"Artist \d","titre":"Tone \d"/),
    PATIENT,
  );
  using heard = listen(radio.origin, '/stream/dance.mp3');
  await heard.bytes(40_000);
  expect(existsSync(stationDir)).toBe(false);
  await vi.waitFor(() => expect(copies.filter((copy) => existsSync(copy))).toEqual([]), PATIENT);

  const disk = join(home.stationDir, 'mounted');
  await mkdir(join(disk, 'music', 'hits'), { recursive: true });
  await writeFile(join(disk, 'station.yaml'), 'name: Plage\n');
  await writeFile(join(disk, 'music', 'hits', 'New - Song.mp3'), Buffer.concat(toneFrames(10, 990)));
  await rename(disk, stationDir);
  await radio.printed(/the station folder is there again/);
  await radio.printed(/station\.yaml is in force/);
  await radio.printed(/1 files in .* 1 new/);

  await rename(stationDir, disk);
  await mkdir(stationDir);
  // An import that is just under way finds the disk gone too, and says so.
  const told = () =>
    radio.output.filter((line) => line.includes('Mount the disk') && !line.includes('"part":"import"'));
  await vi.waitFor(() => expect(told()).toHaveLength(2), PATIENT);
  const placed = [...(await readCatalogue(home.folder)).values()].filter(
    ({ placements }) => placements.length > 0,
  );
  expect(placed.map(({ title }) => title)).toEqual(['Song']);
  expect(await readdir(stationDir)).toEqual([]);
  const fluxaudio = await (await fetch(`${radio.origin}/fluxaudio.json`)).text();
  expect(fluxaudio).toContain('Plage Dance');
  expect(told()).toHaveLength(2);
});
