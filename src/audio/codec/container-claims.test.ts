import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endsInsidePage } from './container-claims.ts';

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
