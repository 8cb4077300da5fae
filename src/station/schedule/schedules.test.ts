import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLogger } from '#src/platform/log/logger.ts';
import { LastGoodFiles } from '#src/station/last-good-files.ts';
import { scheduleReader } from './schedules.ts';

const WEEK = '<week><event><day>1</day><hour>8</hour><nom>Matin</nom><couleur>1</couleur></event></week>';

test('a folder that cannot be listed at a start has the last good weeks', async () => {
  const root = await mkdtemp(join(tmpdir(), 'onde-schedule-'));
  const stationDir = join(root, 'station');
  await mkdir(join(stationDir, 'schedule'), { recursive: true });
  await writeFile(join(stationDir, 'schedule', 'weekClub.xml'), WEEK);
  const read = async () => {
    const lastGood = new LastGoodFiles(join(root, 'kept'), createLogger({ level: 'silent', part: 'test' }));
    const reader = scheduleReader(stationDir, lastGood);
    return reader.read(reader.initial, new AbortController().signal);
  };
  const good = await read();
  expect(good.value.get('club')).toHaveLength(1);
  // A link that leads out is followed nowhere.
  await rename(join(stationDir, 'schedule'), join(root, 'elsewhere'));
  await symlink(join(root, 'elsewhere'), join(stationDir, 'schedule'));
  const away = await read();
  expect(away.problems).toHaveLength(1);
  expect(away.value).toEqual(good.value);
  await rm(root, { recursive: true });
});

test('a week that was taken away does not come back, broken or with the disk away', async () => {
  const root = await mkdtemp(join(tmpdir(), 'onde-schedule-'));
  const stationDir = join(root, 'station');
  const file = (name: string) => join(stationDir, 'schedule', name);
  await mkdir(file(''), { recursive: true });
  const open = () => {
    const lastGood = new LastGoodFiles(join(root, 'kept'), createLogger({ level: 'silent', part: 'test' }));
    return scheduleReader(stationDir, lastGood);
  };
  const reader = open();
  const read = (last = reader.initial) => reader.read(last, new AbortController().signal);
  for (const name of ['weekClub.xml', 'weekDance.xml']) await writeFile(file(name), WEEK);
  const { value: both } = await read();
  expect([...both.keys()].sort()).toEqual(['club', 'dance']);
  await rm(file('weekDance.xml'));
  const { value: one } = await read(both);
  expect([...one.keys()]).toEqual(['club']);
  await writeFile(file('weekDance.xml'), '<week>');
  expect([...(await read(one)).value.keys()]).toEqual(['club']);
  await rm(file('weekDance.xml'));
  expect([...((await open().readKept?.())?.keys() ?? [])]).toEqual(['club']);
  await rm(root, { recursive: true });
});
