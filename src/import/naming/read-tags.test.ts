import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import { writeAudio } from '#src/audio/testing/write-audio.ts';
import { readTags } from './read-tags.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onde-tags-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads the names from an ID3 tag of this version with one artist frame and one title frame. */
async function readId3(version: 3 | 4, artist: string, title: string) {
  const frames = Object.entries({ TPE1: artist, TIT2: title }).map(([id, text]) => {
    // Version 2.4 can say that it is UTF-8; 2.3 cannot, and whoever writes it takes bytes of any kind.
    const body = Buffer.from(
      version === 4 ? `\u0003${text}` : `\0${text}`,
      version === 4 ? 'utf8' : 'latin1',
    );
    const head = Buffer.from(`${id}\0\0\0\0\0\0`, 'latin1');
    head.writeUInt8(body.length, 7);
    return Buffer.concat([head, body]);
  });
  const tag = Buffer.concat(frames);
  const head = Buffer.from([0x49, 0x44, 0x33, version, 0, 0, 0, 0, tag.length >> 7, tag.length & 0x7f]);
  const path = join(folder, 'one.mp3');
  await writeFile(path, Buffer.concat([head, tag, ...toneFrames(0.2, 440)]));
  return await readTags(path);
}

test('[R227] an artist with a slash in the name is one, in the tags that split names there too', async () => {
  expect(await readId3(3, 'AC/DC', 'T.N.T.')).toEqual({ artist: 'AC/DC', title: 'T.N.T.' });
  expect(await readId3(4, 'AC/DC', 'T.N.T.')).toEqual({ artist: 'AC/DC', title: 'T.N.T.' });
});

test.each([
  ['Ana\0Bo', 'Ana feat. Bo'],
  ['Ana\0Bo\0Cy', 'Ana feat. Bo & Cy'],
  ['Ana\0Bo\0Cy\0Di', 'Ana feat. Bo, Cy & Di'],
  ['Ana\0Ana', 'Ana'],
  ['AC/DC\0Ana', 'AC/DC feat. Ana'],
])('[R227] a track has all artists that its tag names: "%s"', async (written, artist) => {
  expect(await readId3(4, written, 'Song')).toEqual({ artist, title: 'Song' });
});

test.each(['flac', 'ogg', 'opus', 'm4a'])(
  '[R227] the artist of a %s file is as it is written',
  async (format) => {
    const path = join(folder, `one.${format}`);
    writeAudio(path, { seconds: 0.5 }, { artist: 'AC/DC; Ana', title: 'Song' });
    expect(await readTags(path)).toEqual({ artist: 'AC/DC; Ana', title: 'Song' });
  },
);

test('[R227] names of tags that cannot say how they are written are read as Windows writes them', async () => {
  expect(await readId3(3, 'Le Ch\u0153ur'.replace('\u0153', '\u009c'), 'L\u0092or')).toEqual({
    artist: 'Le Chœur',
    title: 'L’or',
  });
  expect(await readId3(3, '\u00ca\u00e8\u00ed\u00ee', '\u00c3\u00f0\u00f3\u00ef\u00ef\u00e0')).toEqual({
    artist: 'Кино',
    title: 'Группа',
  });
});
