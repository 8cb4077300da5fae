import { expect, test } from 'vitest';
import { repairTagTexts } from './tag-texts.ts';

/** What a reader of tags makes of bytes that do not say how they are written. */
const read = (bytes: number[]) => Buffer.from(bytes).toString('latin1');
/** Cyrillic as Windows writes it. */
const windows = (text: string) =>
  read(
    Array.from(text, (sign) => {
      const point = sign.codePointAt(0) ?? 0;
      return point >= 0x410 && point <= 0x44f ? point - 0x410 + 0xc0 : point;
    }),
  );

test.each([
  ['UTF-8', read([...Buffer.from('L’été “là” — Œuvre')]), 'L’été “là” — Œuvre'],
  [
    'UTF-8 that ID3v1 cut',
    read([...Buffer.from('Élodie Frégé, Été à Spaéé')].slice(0, 30)),
    'Élodie Frégé, Été à Spa',
  ],
  ['Latin-1 of that length', 'Un titre de trente signes là Ã', 'Un titre de trente signes là Ã'],
  ['Windows’s signs', read([...Buffer.from('C\u009cur d\u0092or', 'latin1')]), 'Cœur d’or'],
  ['Latin-1', 'Jóga È', 'Jóga È'],
  ['letters in a row', 'Ååå Öö ×××× ÷', 'Ååå Öö ×××× ÷'],
  ['Icelandic', 'Óðæðið hægt', 'Óðæðið hægt'],
  ['Unicode', 'Łódź – 日本', 'Łódź – 日本'],
  ['plain', 'One', 'One'],
])('a text in a tag is read as it was written: %s', (_, text, repaired) => {
  expect(repairTagTexts([text])).toEqual([repaired]);
});

test('Cyrillic of Windows is known by one text of the file, and the others are read like it', () => {
  expect(repairTagTexts([windows('ДДТ'), windows('Что такое осень'), 'Live'])).toEqual([
    'ДДТ',
    'Что такое осень',
    'Live',
  ]);
});
