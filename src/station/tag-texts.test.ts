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
  [
    'UTF-16 in the other order, without a mark',
    Buffer.from('Jóga à 5', 'utf16le').swap16().toString('utf16le'),
    'Jóga à 5',
  ],
  ['Chinese', '一个人', '一个人'],
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

/** Greek as Windows writes it: the letters stand as far apart as in Unicode. */
const greek = (text: string) =>
  read(
    Array.from(text, (sign) => {
      const point = sign.codePointAt(0) ?? 0;
      return point >= 0x388 && point <= 0x3ce ? point - 0x2d0 : point;
    }),
  );

test('Greek of Windows is known by an accent within a word, and is not read as Cyrillic', () => {
  expect(repairTagTexts([greek('Χάρις Αλεξίου'), greek('Του κόσμου'), 'Live'])).toEqual([
    'Χάρις Αλεξίου',
    'Του κόσμου',
    'Live',
  ]);
});

test('Japanese of Windows is known by its syllables, and the others are read like it', () => {
  const artist = read([0x89, 0x46, 0x91, 0xbd, 0x93, 0x63, 0x83, 0x71, 0x83, 0x4a, 0x83, 0x8b]);
  const title = read([0x8d, 0xf7, 0x97, 0xac, 0x82, 0xb5]);
  expect(repairTagTexts([artist, title, 'Live'])).toEqual(['宇多田ヒカル', '桜流し', 'Live']);
});

test.each(['ДиДюЛя', 'Дождь', 'мЯуканье', 'ЗАЯЦ'])('Cyrillic stays Cyrillic: %s', (text) => {
  expect(repairTagTexts([windows('Группа крови'), windows(text)])).toEqual(['Группа крови', text]);
});

test.each(['ƒunk', 'L\u0092été à Cœur', 'Élodie Frégé'])('Latin stays Latin: %s', (text) => {
  const written = text.replace('œ', '\u009c').replace('ƒ', '\u0083');
  expect(repairTagTexts([written])).toEqual([text.replace('\u0092', '’')]);
});
