import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
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
  ['blanks of Braille', '\u2800\u2800'],
  ['blanks of Hangul', '\u3164\u115f'],
  ['marks without a letter', '\u0301\u20e3'],
])('names of which nothing is seen are none: %s', async (_what, text) => {
  expect(await readId3(4, text, text)).toEqual({ artist: null, title: null });
  expect(await readMp3([id3(4, text, text)], [id3v1('Ana', 'Song')])).toEqual({
    artist: 'Ana',
    title: 'Song',
  });
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

/** A frame of a tag as its version counts: eight bits to the byte in 2.3, seven in 2.4. */
function frame(version: 3 | 4, id: string, body: Buffer, flags = 0): Buffer {
  const head = Buffer.from(`${id}\0\0\0\0\0\0`, 'latin1');
  if (version === 3) head.writeUInt32BE(body.length, 4);
  else sevenBits(body.length).copy(head, 4);
  head[9] = flags;
  return Buffer.concat([head, body]);
}

const sevenBits = (size: number) => Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f));
const uint32 = (size: number) => Buffer.from([24, 16, 8, 0].map((shift) => (size >> shift) & 0xff));

function tag(version: number, flags: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, version, 0, flags]), sevenBits(body.length), body]);
}

const NAMES = { artist: 'Ana', title: 'Song' };
const utf16 = (text: string) => Buffer.concat([Buffer.from([1]), Buffer.from(`\ufeff${text}`, 'utf16le')]);
const utf8 = (text: string) => Buffer.from(`\u0003${text}`);

test.each([3, 4] as const)('[R227] names in compressed frames of ID3v2.%s are read', async (version) => {
  const [flags, size] = version === 3 ? [0x80, uint32] : [0x09, sevenBits];
  const compressed = (id: string, body: Buffer) =>
    frame(version, id, Buffer.concat([size(body.length), deflateSync(body)]), flags);
  const frames = [compressed('TPE1', utf16('Ana')), compressed('TIT2', utf16('Song'))];
  expect(await readMp3([tag(version, 0, ...frames)])).toEqual(NAMES);
  const broken = frame(version, 'TPE1', Buffer.from('\0\0\0\u0009no such thing', 'latin1'), flags);
  expect(await readMp3([tag(version, 0, broken, frame(version, 'TIT2', utf16('Song')))])).toEqual({
    artist: null,
    title: 'Song',
  });
});

test('[R227] names behind a picture are read in a tag that has a zero behind each 255', async () => {
  const picture = Buffer.concat([Buffer.from('\0image/jpeg\0\u0003\0', 'latin1'), Buffer.alloc(300, 0xff)]);
  const frames = [frame(3, 'TPE1', utf16('Ana')), frame(3, 'APIC', picture), frame(3, 'TIT2', utf16('Song'))];
  const unsynchronised = Buffer.concat(frames).toString('latin1').replaceAll('\xff', '\xff\0');
  expect(await readMp3([tag(3, 0x80, Buffer.from(unsynchronised, 'latin1'))])).toEqual(NAMES);
});

test('[R227] names behind an extended header, and behind lengths as iTunes wrote them, are read', async () => {
  const frames = [frame(4, 'TPE1', utf8('Ana')), frame(4, 'TIT2', utf8('Song'))];
  expect(await readMp3([tag(4, 0x40, sevenBits(6), Buffer.from([1, 0]), ...frames)])).toEqual(NAMES);
  const comment = frame(3, 'TALB', utf8('a long album '.repeat(30)));
  expect(await readMp3([tag(4, 0, comment, ...frames, Buffer.alloc(50))])).toEqual(NAMES);
});

test.each([
  ['flac', 'mp3'],
  ['m4a', 'mp3'],
  ['ogg', 'm4a'],
  ['mp3', 'flac'],
  ['mp3', 'wav'],
])('[R227] the names of a %s file that is called .%s are read', async (format, ending) => {
  const path = join(folder, `misnamed.${format}`);
  writeAudio(path, { seconds: 0.5 }, NAMES);
  await rename(path, join(folder, `misnamed.${ending}`));
  expect(await readTags(join(folder, `misnamed.${ending}`))).toEqual(NAMES);
});

test('of two tags of one kind both names are those of the first', async () => {
  const names = await readMp3([id3(3, 'Ana', 'Song'), id3(3, 'Bo', 'Other')]);
  expect(names).toEqual({ artist: 'Ana', title: 'Song' });
});
