import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SegmentTags, TAG_LETTERS } from './segment-tags.ts';

const folder = mkdtempSync(join(tmpdir(), 'onde-segment-tags-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a tag is of one segment of one stream, and stays the same after a restart', () => {
  const secret = join(folder, 'secret');
  const tags = new SegmentTags(secret);
  const tag = tags.tagOf('dance', 7);
  expect(tag).toMatch(new RegExp(`^[\\w-]{${TAG_LETTERS}}$`));
  expect(new SegmentTags(secret).tagOf('dance', 7)).toBe(tag);
  expect(tags.isRight('dance', 7, tag)).toBe(true);
  const wrong: [Parameters<SegmentTags['isRight']>[0], number, string][] = [
    ['dance', 8, tag],
    ['club', 7, tag],
    ['dance', 7, ''],
    ['dance', 7, tag.slice(1)],
    ['dance', 7, `${tag.slice(0, -1)}é`],
  ];
  for (const [streamId, number, given] of wrong) expect(tags.isRight(streamId, number, given)).toBe(false);
});

test('without a secret there is no tag, and none is right', () => {
  const secret = join(folder, 'broken');
  writeFileSync(secret, 'nonsense');
  const tags = new SegmentTags(secret);
  expect(tags.tagOf('dance', 7)).toBe('');
  expect(tags.isRight('dance', 7, '')).toBe(false);
});
