import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { forgetSystemFonts } from './font-case.ts';
import { type Hand, Lettering } from './lettering.ts';
import { LETTERS_FOLDER } from './testing/letters-folder.ts';

const HAND: Hand = {
  face: 'Unbounded',
  weight: 800,
  colour: '#14131a',
  sizes: [72, 54, 36],
  width: 628,
  height: 240,
};

const lettering = new Lettering(LETTERS_FOLDER);
beforeAll(forgetSystemFonts);

async function pixels(text: string): Promise<Uint8Array> {
  const written = await lettering.write(sharp, text, HAND);
  const { input, raw } = written?.pixels ?? {};
  if (!(input instanceof Uint8Array) || raw === undefined) throw new Error(`${text} was not written.`);
  return input;
}

async function heightOf(text: string): Promise<number> {
  return (await lettering.write(sharp, text, HAND))?.height ?? 0;
}

test.each([
  'Midnight Ferry',
  'Ein schöner Évian, Żółć, Ørn, Tiếng Việt',
  'Москва никогда не спит',
  'Ελληνικά τραγούδια',
  'أغنية الحب والسلام',
  'שלום עולם',
  '夜に駆ける',
  '你好世界',
  '사랑했지만',
  'สวัสดีชาวโลก',
  'नमस्ते दुनिया',
  'სიყვარული თბილისში',
  'Սիրո երգը',
  'আমার সোনার বাংলা',
  'ગુજરાતી ગીત',
  'ਪੰਜਾਬੀ ਗੀਤ',
  'தமிழ் பாடல்கள்',
  'తెలుగు పాట',
  'ಕನ್ನಡ ಹಾಡು',
  'മലയാളം പാട്ട്',
  'සිංහල ගීතය',
  'ចម្រៀងខ្មែរ',
  'ເພງລາວ',
  'မြန်မာ သီချင်း',
  'የኢትዮጵያ ሙዚቃ',
  '🎵🌊👩‍🚀❤️',
  'Fish & <Chips>',
])('%s is written within its box', async (text) => {
  const written = await lettering.write(sharp, text, HAND);
  expect(written?.width).toBeGreaterThan(100);
  expect(written?.width).toBeLessThanOrEqual(HAND.width);
  expect(written?.height).toBeLessThanOrEqual(HAND.height);
});

test('a username breaks after its low lines, without a hyphen that would be another name [R115]', async () => {
  const name = '@maximiliane_von_oberhausen';
  const [broken, whole] = [await heightOf(name), await heightOf(name.replaceAll('_', 'x'))];
  expect(broken).toBeGreaterThan(whole);
  // The last sign of the first line stands as high as the others; a hyphen does not.
  const stems = await lettering.write(sharp, 'l'.repeat(60), HAND);
  const { input, raw } = stems?.pixels ?? {};
  if (!(input instanceof Uint8Array) || raw === undefined) throw new Error('Nothing was written.');
  const { width, channels } = raw;
  const inked = (x: number, y: number) => (input[(y * width + x) * channels + channels - 1] ?? 0) > 128;
  const line = Array.from({ length: 30 }, (_, y) => y);
  const lastColumn = Array.from({ length: width }, (_, x) => x).findLast((x) =>
    line.some((y) => inked(x, y)),
  );
  expect(line.filter((y) => inked(lastColumn ?? 0, y)).length).toBeGreaterThan(15);
});

test('letters are drawn, not the boxes that stand for missing ones', async () => {
  for (const [one, other] of [
    ['夜', '駆'],
    ['ب', 'ح'],
    ['ש', 'ל'],
    ['사', '랑'],
    ['🎵', '🌊'],
    ['Ω', 'Σ'],
    ['ა', 'ყ'],
    ['Ս', 'գ'],
    ['ক', 'ল'],
    ['த', 'ழ'],
    ['ខ', 'ម'],
    ['ሙ', 'ቃ'],
  ] as const) {
    const [first, second] = [await pixels(one), await pixels(other)];
    // The boxes of two letters differ by a few figures alone; letters share little.
    const common = first.filter((value, at) => value > 0 && value === second[at]).length;
    const inked = first.filter((value) => value > 0).length;
    expect(common / inked, `${one} ${other}`).toBeLessThan(0.75);
  }
});

test('a text with a letter that no font has is not written, a sign that none has is left out', async () => {
  expect(await lettering.write(sharp, 'ދިވެހި ލަވަ', HAND)).toBeNull();
  expect(await lettering.write(sharp, 'Live in ދިވެހި', HAND)).toBeNull();
  expect(await lettering.write(sharp, '\u{1f8b0}\u0000 \u{e000}', HAND)).toBeNull();
  expect(await pixels('Live \u{1f8b0}')).toEqual(await pixels('Live'));
});

test('what is read from right to left stands at the right, by its first letter', async () => {
  const side = async (text: string) => (await lettering.write(sharp, text, HAND))?.isRightToLeft;
  expect(await side('أغنية Live')).toBe(true);
  expect(await side('Live بحب')).toBe(false);
  expect(await side('100 שלום')).toBe(true);
});

test('500 characters are cut after a word, one endless word wherever it ends', async () => {
  const words = 'Lorem ipsum dolor sit amet '.repeat(20).slice(0, 500);
  for (const text of [words, 'x'.repeat(500), '夜'.repeat(500), '👩‍🚀'.repeat(60)]) {
    const written = await lettering.write(sharp, text, HAND);
    expect(written?.width).toBeLessThanOrEqual(HAND.width);
    expect(written?.height).toBeLessThanOrEqual(HAND.height);
    expect(written?.height).toBeGreaterThan(HAND.height * 0.6);
  }
});

test('what was unpacked once is read from its place the next time', async () => {
  const again = new Lettering(LETTERS_FOLDER);
  const [first, second] = [
    await lettering.write(sharp, '夜に駆ける', HAND),
    await again.write(sharp, '夜に駆ける', HAND),
  ];
  expect(second?.pixels.input).toEqual(first?.pixels.input);
});

test('what somebody has cleared away meanwhile is unpacked anew', async () => {
  const cleared = join(LETTERS_FOLDER, 'cleared');
  const again = new Lettering(cleared);
  const draw = async () => (await again.write(sharp, 'Ελληνικά', HAND))?.pixels.input;
  const before = await draw();
  const files = await readdir(cleared);
  await rm(cleared, { recursive: true });
  expect(await draw()).toEqual(before);
  expect(await readdir(cleared)).toEqual(files);
});
