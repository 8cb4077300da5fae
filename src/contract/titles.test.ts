import { expect, test } from 'vitest';
import { foldArtist, foldText, isSlugOf, mainArtist, slugOf, writtenSlug } from './titles.ts';

const MEET: readonly (readonly [script: string, ...spellings: string[]])[] = [
  ['Latin', 'Beyoncé', 'BEYONCE', 'beyonce\u0301', '  Beyonce '],
  ['Latin', 'Mötley Crüe', 'motley  crue'],
  ['Latin', 'Đời', 'ĐỜI'],
  ['Latin', 'İstanbul', 'istanbul'],
  ['Latin', 'ﬁn', 'FIN', 'ｆｉｎ'],
  ['Greek', 'Οδός', 'ΟΔΟΣ', 'ΌΔΌΣ', 'οδοσ'],
  ['Greek', 'Ευτυχία', 'ΕΥΤΥΧΙΑ', 'εὐτυχία'],
  ['Cyrillic', 'Ёлка', 'ЕЛКА', 'елка', 'Ёлка'.normalize('NFD')],
  ['Cyrillic', 'за́мок', 'замок', 'Замок'],
  ['Cyrillic', 'Герой', 'ГЕРОЙ', 'Герой'.normalize('NFD')],
  ['Hebrew', 'שָׁלוֹם', 'שלום'],
  ['Arabic', 'حَبِيبِي', 'حبيبي', 'حبيـــبي', 'ﺣﺒﻴﺒﻲ'],
  ['Arabic', 'الرحمٰن', 'الرحمن'],
  ['Persian', 'می\u200cخوام', 'میخوام'],
  ['Japanese', 'ガラス', 'ｶﾞﾗｽ', 'ガラス'.normalize('NFD')],
  ['Devanagari', 'लग जा गले', 'लग  जा गले '],
  ['Devanagari', '\u0958', '\u0915\u093c'],
  ['Thai', 'ม้า', ' ม้า'],
  ['Thai', 'น้ำ', 'น้ํา'],
  ['Korean', '방탄소년단', '방탄소년단'.normalize('NFD')],
  ['signs', '❤\ufe0f', '❤'],
];

const APART: readonly (readonly [script: string, ...titles: string[]])[] = [
  ['Latin', 'Mo', 'MØ', 'Mob'],
  ['Greek', 'Οδός', 'Ορός'],
  ['Cyrillic', 'Мой', 'Мои'],
  ['Cyrillic', 'Герой', 'Герои'],
  ['Ukrainian', 'Їжак', 'Іжак'],
  ['Belarusian', 'ўсё', 'усё'],
  ['Macedonian', 'ноќ', 'нок'],
  ['Hebrew', 'שלום', 'שלומי'],
  ['Arabic', 'أمل', 'عمل'],
  ['Japanese', 'ガラス', 'カラス'],
  ['Japanese', 'パパ', 'ハハ', 'ババ'],
  ['Devanagari', 'कि', 'की', 'का', 'क'],
  ['Devanagari', 'दिल', 'दल'],
  ['Thai', 'มา', 'ม้า', 'ม่า'],
  ['Tamil', 'கல்', 'கள்', 'கால்'],
  ['Korean', '봄날', '봄남'],
];

test.each(MEET)('%s: "%s" meets its other spellings', (_script, first, ...others) => {
  for (const other of others) expect(foldText(other), other).toBe(foldText(first));
});

test.each(APART)('%s: "%s" and its neighbours stay apart', (_script, ...titles) => {
  expect(new Set(titles.map(foldText)).size).toBe(titles.length);
});

test.each(['방탄소년단 - 봄날', 'テスト - パパ', 'लता मंगेशकर - लग जा गले', 'ทดสอบ - น้ำ', 'אבא - שָׁלוֹם', 'أمل'])(
  'the address of "%s" is composed, whole, and found in every normal form',
  (title) => {
    const slug = slugOf(title);
    expect(slug.normalize('NFC')).toBe(slug);
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'])
      expect(writtenSlug(` ${slug.normalize(form)}`)).toBe(slug);
  },
);

test.each([
  ['Daft Punk - Da Funk', 'daft-punk-da-funk'],
  ['Цой - Мой', 'tsoi-moi'],
  ['Ёлка', 'elka'],
  ['방탄소년단 - 봄날', '방탄소년단-봄날'],
  ['लता मंगेशकर', 'लता-मंगेशकर'],
  ['テスト - パパ', 'テスト-パパ'],
  ['می\u200cخوام', 'میخوام'],
  ['👩\u200d🎤', 't-1f469-200d-1f3a4'],
])('the address of "%s" is %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('a title has its own address, or that with a number', () => {
  expect(['moi', 'moi-2', 'moi-17'].every((slug) => isSlugOf(slug, 'Мои'))).toBe(true);
  expect(['mo', 'moi-', 'moi-two', 'moi-0', 'moi2'].some((slug) => isSlugOf(slug, 'Мои'))).toBe(false);
});

test.each([
  ['Moby feat. Gwen Stefani', 'Moby'],
  ['Moby (ft. Gwen Stefani)', 'Moby'],
  ['Moby FEATURING Gwen', 'Moby'],
  ['Moby feat Gwen', 'Moby'],
  ['Little Feat', 'Little Feat'],
  ['Little Feat & Friends', 'Little Feat & Friends'],
  ['Simon & Garfunkel', 'Simon & Garfunkel'],
  ['Defeat of Reason', 'Defeat of Reason'],
  ['', ''],
])('the song of "%s" is by "%s"', (artist, main) => {
  expect(mainArtist(artist)).toBe(main);
  expect(foldArtist(artist)).toBe(foldText(main));
});

test.each([' ', '\u00a0', '\n', ' feat x', ' feat. & ', ' (ft  '])(
  'a name of %j over and over is looked through once',
  (part) => {
    const name = `A${part.repeat(60_000 / part.length)}\nB`;
    const begun = process.threadCpuUsage();
    mainArtist(name);
    const { user, system } = process.threadCpuUsage(begun);
    expect((user + system) / 1000).toBeLessThan(500);
  },
);
