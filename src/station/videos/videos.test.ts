import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeBadSpot } from '#src/platform/files/testing/bad-spot.ts';
import { formatProblem } from '#src/station/problem.ts';
import { findVideo, type Videos, videoReader } from './videos.ts';

/** An MP4 file without any picture: its type box and an empty movie. */
const MP4 = Buffer.concat([
  Buffer.from([0, 0, 0, 16]),
  Buffer.from('ftypisom'),
  Buffer.from([0, 0, 2, 0, 0, 0, 0, 8]),
  Buffer.from('moov'),
]);

let stationDir: string;
beforeEach(async () => {
  stationDir = await mkdtemp(join(tmpdir(), 'onde-videos-'));
  await mkdir(join(stationDir, 'videos'));
});
afterEach(() => rm(stationDir, { recursive: true }));

const put = (name: string, content: Uint8Array | string = MP4) =>
  writeFile(join(stationDir, 'videos', name), content);

async function read(last: Videos = new Map()) {
  const { value, problems } = await videoReader(stationDir).read(last, new AbortController().signal);
  return { value, problems: problems.map(formatProblem) };
}

test('a video belongs to the track that its file is named after, in any case, with _ for /', async () => {
  await put('AC_DC - Thunder_Struck.mp4');
  await put('Été - "Ночь" 🎉.MP4');
  await put('No artist.mp4');
  const { value, problems } = await read();
  expect(problems).toEqual([]);
  expect(findVideo(value, 'AC/DC - Thunder/Struck')?.file).toBe('videos/AC_DC - Thunder_Struck.mp4');
  expect(findVideo(value, 'ete - "ночь" 🎉')?.sizeBytes).toBe(MP4.length);
  expect(findVideo(value, 'No Artist')).not.toBeNull();
  expect(findVideo(value, 'Another - Track')).toBeNull();
});

test('what is no MP4 and what is there twice is told', async () => {
  await put('A - B.mp4', 'not a video');
  await put('C - D.avi');
  await put('E - F.mp4');
  await put('É - f.mp4');
  const { value, problems } = await read();
  expect(problems).toEqual([
    'videos/A - B.mp4: expected a video in the MP4 format',
    'videos/C - D.avi: expected videos named {artist - title}.mp4 alone',
    'videos/É - f.mp4: expected one video for each track; videos/E - F.mp4 is of the same',
  ]);
  expect([...value.keys()]).toEqual(['e - f']);
});

/** ISO/IEC 14496-12 §4.2 */
function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(8 + body.length);
  return Buffer.concat([size, Buffer.from(type, 'latin1'), body]);
}

/** An MP4 file whose tags name artist and title. */
function tagged(artist: string, title: string): Buffer {
  const text = (type: string, value: string) =>
    box(type, box('data', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), Buffer.from(value)));
  const tags = box('ilst', text('©ART', artist), text('©nam', title));
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\x02\0')),
    box('moov', box('udta', box('meta', Buffer.alloc(4), tags))),
  ]);
}

test('a video that was retagged under its former size and time belongs to the track that it names now', async () => {
  const time = new Date(Date.UTC(2026, 0, 1));
  const path = join(stationDir, 'videos', 'clip.mp4');
  const reader = videoReader(stationDir);
  let last: Videos = new Map();
  for (const title of ['Sung', 'Song', 'Sing']) {
    await put('clip.mp4', tagged('Ana', title));
    await utimes(path, time, time);
    last = (await reader.read(last, new AbortController().signal)).value;
    expect([...last.keys()]).toEqual(['clip', `ana - ${title.toLowerCase()}`]);
  }
  const [video] = last.values();
  await chmod(path, 0o600);
  const { value } = await reader.read(last, new AbortController().signal);
  expect([...value.values()]).toEqual([video, video]);
});

test('[R208] a video that was touched stays as it was while its disk does not give its tags', async () => {
  await put('clip.mp4', tagged('Ana', 'Sung'));
  const reader = videoReader(stationDir);
  const signal = new AbortController().signal;
  const path = join(stationDir, 'videos', 'clip.mp4');
  const { value } = await reader.read(new Map(), signal);
  await chmod(path, 0o600);
  {
    using _ = await makeBadSpot(path, 8, 16);
    const failing = await reader.read(value, signal);
    expect(failing.value).toEqual(value);
    expect(failing.problems.map(formatProblem)).toEqual([
      expect.stringMatching(/^videos\/clip\.mp4: cannot be read: EIO/),
    ]);
  }
  expect(await reader.read(value, signal)).toEqual({ value, problems: [] });
});

test('a station without videos has none', async () => {
  await rm(join(stationDir, 'videos'), { recursive: true });
  expect(await read()).toEqual({ value: new Map(), problems: [] });
});

test('a link that leads nowhere, or out of the station, and a pipe cost no other video', async () => {
  await put('A - B.mp4');
  const outside = join(stationDir, '..', `outside-${process.pid}.mp4`);
  await writeFile(outside, MP4);
  await symlink('/nowhere', join(stationDir, 'videos', 'C - D.mp4'));
  await symlink(outside, join(stationDir, 'videos', 'E - F.mp4'));
  execFileSync('mkfifo', [join(stationDir, 'videos', 'G - H.mp4')]);
  const { value, problems } = await read();
  await rm(outside);
  expect([...value.keys()]).toEqual(['a - b']);
  expect(problems).toEqual([
    'videos/C - D.mp4: is a link that leads nowhere',
    'videos/E - F.mp4: is a link that leads out of the station folder: put the file or folder itself there',
    'videos/G - H.mp4: expected a file',
  ]);
});
