import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WRITING_WAIT_MS_MAX } from '#src/station/content/open-station-content.ts';
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

const send = (path: string, known?: { sizeBytes: number; nowMs: number }) =>
  sendStationFile(new Request('http://radio/cover.png'), path, {
    contentType: 'image/png',
    cacheControl: 'public',
    stationDir,
    known: known ?? null,
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

test.each([
  ['of the known size is sent as ever', 7, 0, [200, 'public', null]],
  ['of another size, while it is written, is to be asked for again', 3, 0, [503, 'no-store', '5']],
  [
    'of another size that has rested is sent, and kept by nobody',
    3,
    WRITING_WAIT_MS_MAX,
    [200, 'no-store', null],
  ],
  ['of another size, dated ahead by another clock, is so, too', 3, -1, [200, 'no-store', null]],
])('an episode %s [W70]', async (_, sizeBytes, ageMs, expected) => {
  const path = join(stationDir, 'latest.mp3');
  await writeFile(path, 'episode');
  await utimes(path, 1_000, 1_000);
  const answer = await send(path, { sizeBytes, nowMs: 1_000_000 + ageMs });
  const { status, headers } = answer ?? new Response();
  expect([status, headers.get('cache-control'), headers.get('retry-after')]).toEqual(expected);
});
