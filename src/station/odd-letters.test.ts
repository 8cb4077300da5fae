import { expect, test } from 'vitest';
import { looksWronglyRead } from './odd-letters.ts';
import { repairTagTexts } from './tag-texts.ts';

/** As a tag is read that does not say how it is written. */
const readFrom = (hex: string) => repairTagTexts([Buffer.from(hex, 'hex').toString('latin1')])[0] ?? '';

test.each([
  ['周杰伦, in the Chinese alphabet of Windows', 'd6dcbddcc2d7'],
  ['月亮代表我的心', 'd4c2c1c1b4fab1edced2b5c4d0c4'],
  ['miłość, in the Central European one', '6d69b36f9ce6'],
  ['dziękuję', '647a69ea6b756aea20736bb366'],
])('%s, is told to be read wrongly', (_, hex) => {
  expect([readFrom(hex), looksWronglyRead(readFrom(hex))]).toEqual([expect.any(String), true]);
});

test.each([
  'Björk - Été',
  'Ça va, Ño ¿Qué?',
  'H²O - 20³',
  'КИНО - Группа крови',
  'Океан Ельзи - Обійми',
  'ІГОР - КІНО',
  'Ты и Он',
  'Ελλάδα - ΕΛΛΑΔΑ',
  '周杰伦 - 月亮代表我的心',
  'miłość',
  'Sigur Rós - Ágætis byrjun',
  'ÅÄÖÉ',
  '',
])('%s is not', (text) => {
  expect(looksWronglyRead(text)).toBe(false);
});
