import { expect, test } from 'vitest';
import { icyTitleBlock } from './icy-title.ts';

/** As VLC and FFmpeg read it: up to the first `';`. */
function readTitle(block: Buffer): string {
  expect(block.length).toBe(1 + (block[0] ?? 0) * 16);
  const text = block.subarray(1).toString();
  return text.slice("StreamTitle='".length, text.indexOf("';"));
}

test.each([
  'Daft Punk - Da Funk',
  "Guns N' Roses - Don't Cry",
  "Rock 'n'",
  'Björk - Jóga',
  'Кино - Группа крови',
  '',
])('the title %j reads back as it is', (title) => expect(readTitle(icyTitleBlock(title))).toBe(title));

test('a title cannot end the block before its time', () => {
  expect(readTitle(icyTitleBlock("a';StreamUrl='http://bad"))).toBe("a’;StreamUrl='http://bad");
});

test('line breaks and zeros in a title become spaces', () => {
  expect(readTitle(icyTitleBlock('a\r\nb\0c'))).toBe('a b c');
});

test('a title of any length fits 255 blocks and is cut between characters', () => {
  const block = icyTitleBlock('é🎵'.repeat(2000));
  expect(block.length).toBeLessThanOrEqual(4081);
  expect(readTitle(block)).not.toContain('�');
  expect(readTitle(block)).toMatch(/^(é🎵)+é?$/);
});
