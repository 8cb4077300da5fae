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

/** An ID3 tag of this version with one artist frame and one title frame. */
function id3(version: 3 | 4, artist: string, title: string): Buffer {
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
  return Buffer.concat([head, tag]);
}

function id3v1(artist: string, title: string): Buffer {
  const tag = Buffer.alloc(128);
  tag.write('TAG');
  tag.write(title, 3, 30, 'utf8');
  tag.write(artist, 33, 30, 'utf8');
  return tag;
}

/** Reads the names of a file with these tags before and behind its sound. */
async function readMp3(before: Buffer[], behind: Buffer[] = []) {
  const path = join(folder, 'one.mp3');
  await writeFile(path, Buffer.concat([...before, ...toneFrames(0.2, 440), ...behind]));
  return await readTags(path);
}

const readId3 = (version: 3 | 4, artist: string, title: string) => readMp3([id3(version, artist, title)]);

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
  // Common programs part names in the same way in the earlier version, which has no rule for it.
  expect(await readId3(3, written, 'Song')).toEqual({ artist, title: 'Song' });
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

test('[R227] names that spell their signs as HTML does are written out', async () => {
  const names = { artist: 'Beyoncé & Jay-Z', title: 'Déjà Vu' };
  expect(await readId3(3, 'Beyonc&eacute; &amp; Jay-Z', 'D&#233;j&#xe0; Vu')).toEqual(names);
});

test.each([
  ['', ''],
  [' ', ' '],
])('a file whose first tag is blank is called as the one behind its sound says', async (artist, title) => {
  const names = await readMp3([id3(3, artist, title)], [id3v1('Ana', 'Song')]);
  expect(names).toEqual({ artist: 'Ana', title: 'Song' });
});

test('of two tags of one kind both names are those of the first', async () => {
  const names = await readMp3([id3(3, 'Ana', 'Song'), id3(3, 'Bo', 'Other')]);
  expect(names).toEqual({ artist: 'Ana', title: 'Song' });
});
