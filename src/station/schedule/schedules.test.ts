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
