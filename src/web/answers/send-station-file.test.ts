import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendStationFile } from './send-file.ts';

let home: string;
let stationDir: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'onde-send-'));
  stationDir = join(home, 'station');
  await mkdir(stationDir);
  await writeFile(join(home, 'database'), 'secret');
});
afterEach(() => rm(home, { recursive: true }));

const send = (path: string) =>
  sendStationFile(new Request('http://radio/cover.png'), path, {
    contentType: 'image/png',
    cacheControl: 'public',
    stationDir,
  });

test('a picture that has become a link to the database since it was read is not there', async () => {
  const path = join(stationDir, 'cover.png');
  await writeFile(path, 'picture');
  expect(await (await send(path))?.text()).toBe('picture');
  await rm(path);
  await symlink(join(home, 'database'), path);
  expect(await send(path)).toBeNull();
});

test('nor is one whose folder has become such a link, or that is gone', async () => {
  const path = join(stationDir, 'show', 'database');
  expect(await send(path)).toBeNull();
  await symlink(home, join(stationDir, 'show'));
  expect(await send(path)).toBeNull();
});
