import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endsBeforeIndex, endsInsidePage } from './container-claims.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onde-ogg-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** One page whose only packet has this many bytes. */
function page(bytes: number): Buffer {
  const lacing = Buffer.from([...Array(Math.floor(bytes / 255)).fill(255), bytes % 255]);
  const head = Buffer.alloc(27);
  head.write('OggS', 'latin1');
  head[26] = lacing.length;
  return Buffer.concat([head, lacing, Buffer.alloc(bytes, 0x55)]);
}

const whole = Buffer.concat([page(100), page(65_024)]);

test.each([
  ['complete', whole, false],
  ['one byte short', whole.subarray(0, -1), true],
  ['cut in the list of its lengths', whole.subarray(0, page(100).length + 40), true],
  ['cut in the head of a page', whole.subarray(0, page(100).length + 9), true],
  ['complete, with a tag behind', Buffer.concat([whole, Buffer.from('TAG'), Buffer.alloc(125)]), false],
  ['no Ogg at all', Buffer.from('words'), false],
  ['empty', Buffer.alloc(0), false],
])('a file that is %s: %#', async (_name, content, isCut) => {
  const path = join(folder, 'a.ogg');
  await writeFile(path, content);
  expect(endsInsidePage(path)).toBe(isCut);
});

/** A box of MP4 with this many bytes in it, which may say another length. */
function box(name: string, bytes: number, said: number | bigint = bytes + 8): Buffer {
  const head = Buffer.alloc(typeof said === 'bigint' ? 16 : 8);
  head.writeUInt32BE(typeof said === 'bigint' ? 1 : said);
  head.write(name, 4, 'latin1');
  if (typeof said === 'bigint') head.writeBigUInt64BE(said, 8);
  return Buffer.concat([head, Buffer.alloc(bytes)]);
}

const [type, sound, index] = [box('ftyp', 16), box('mdat', 500), box('moov', 60)];
const long = box('mdat', 500, 516n);

test.each([
  ['complete', [type, sound, index], false],
  ['complete, with the index first', [type, index, sound], false],
  ['complete, and might be longer than 4 GB', [type, long, index], false],
  ['cut in its sound', [type, sound.subarray(0, 300)], true],
  ['cut in a length of 64 bits', [type, long.subarray(0, 12)], true],
  ['cut behind its sound', [type, sound], true],
  ['cut behind a sound that goes to the end', [type, box('mdat', 500, 0)], true],
  ['cut in its index', [type, sound, index.subarray(0, 50)], true],
  ['cut in its first bytes', [type.subarray(0, 12)], true],
  ['damaged in a length', [type, box('mdat', 500, 3)], false],
  ['no MP4 at all', [Buffer.from('words and more words')], false],
  ['empty', [], false],
])('an MP4 file that is %s: %#', async (_name, parts, isCut) => {
  const path = join(folder, 'a.m4a');
  await writeFile(path, Buffer.concat(parts));
  expect(endsBeforeIndex(path)).toBe(isCut);
});
