import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

/**
 * A family of letters, in slices by script, as browsers fetch them. See docs/decisions/033 and 051.
 */
export interface Typeface {
  /** The name that the font files themselves carry. */
  readonly family: string;
  readonly slices: readonly Slice[];
}

export interface Slice {
  /** A WOFF 2 file. */
  readonly path: string;
  /** Names it and its version. */
  readonly name: string;
  /** The characters that it has, first and last. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** `scripts/cut-letters.ts` makes what stands there. */
const LETTERS = join(import.meta.dirname, '..', '..', '..', 'assets', 'letters');
/**
 * Its folders: our own families, then those of further scripts in the order in which they are asked, as round
 * as there are.
 */
const FOLDERS: Readonly<Record<string, string>> = {
  Unbounded: 'unbounded-5.3.0',
  Onest: 'onest-5.3.1',
  Comfortaa: 'comfortaa-5.3.0',
  'Baloo Bhaijaan 2': 'baloo-bhaijaan-2-5.3.0',
  Fredoka: 'fredoka-5.3.0',
  'Baloo 2': 'baloo-2-5.3.0',
  'Noto Sans Thai': 'noto-sans-thai-5.3.0',
  'Noto Sans Georgian': 'noto-sans-georgian-5.3.0',
  'Noto Sans Armenian': 'noto-sans-armenian-5.3.0',
  'Noto Sans Bengali': 'noto-sans-bengali-5.3.0',
  'Noto Sans Gujarati': 'noto-sans-gujarati-5.3.0',
  'Noto Sans Gurmukhi': 'noto-sans-gurmukhi-5.3.0',
  'Noto Sans Tamil': 'noto-sans-tamil-5.3.0',
  'Noto Sans Telugu': 'noto-sans-telugu-5.3.0',
  'Noto Sans Kannada': 'noto-sans-kannada-5.3.0',
  'Noto Sans Malayalam': 'noto-sans-malayalam-5.3.0',
  'Noto Sans Sinhala': 'noto-sans-sinhala-5.3.0',
  'Noto Sans Khmer': 'noto-sans-khmer-5.3.0',
  'Noto Sans Lao': 'noto-sans-lao-5.3.0',
  'Noto Sans Myanmar': 'noto-sans-myanmar-5.3.0',
  'Noto Sans Ethiopic': 'noto-sans-ethiopic-5.3.0',
  'Noto Sans JP': 'noto-sans-jp-5.3.1',
  'Noto Sans KR': 'noto-sans-kr-5.3.1',
  'Noto Sans SC': 'noto-sans-sc-5.3.1',
  'Noto Emoji': 'noto-emoji-5.3.1',
};
const FAMILIES = Object.keys(FOLDERS);
/** The same signs are written in their own way in China, Japan and Korea: what else a text says decides. */
const EASTERN = ['Noto Sans JP', 'Noto Sans KR', 'Noto Sans SC'];

const rangesSchema = z.record(z.string(), z.string());
const known = new Map<string, Promise<Typeface>>();

/**
 * The families that a text is written with, the first that has a character counts.
 * @param first that of its design
 */
export function familiesFor(text: string, first: 'Unbounded' | 'Onest'): readonly string[] {
  const eastern = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? EASTERN
    : /\p{Script=Hangul}/u.test(text)
      ? ['Noto Sans KR', 'Noto Sans SC', 'Noto Sans JP']
      : ['Noto Sans SC', 'Noto Sans JP', 'Noto Sans KR'];
  const others = FAMILIES.filter((family) => family !== first && !EASTERN.includes(family));
  const emoji = others.pop() ?? '';
  return [first, ...others, ...eastern, emoji];
}

/** @param family one that `familiesFor` gives */
export function openTypeface(family: string): Promise<Typeface> {
  const opened = known.get(family) ?? readTypeface(family);
  known.set(family, opened);
  return opened;
}

async function readTypeface(family: string): Promise<Typeface> {
  const name = FOLDERS[family] ?? '';
  const folder = join(LETTERS, name);
  const list: unknown = JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8'));
  const slices = Object.entries(rangesSchema.parse(list)).map(([script, ranges]) => ({
    path: join(folder, `${script}.woff2`),
    name: `${name}-${script}`,
    ranges: parseRanges(ranges),
  }));
  return { family, slices };
}

/** `U+0131,U+0152-0153` */
function parseRanges(text: string): [number, number][] {
  return Array.from(text.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi), ([, first = '', last = first]) => [
    Number.parseInt(first, 16),
    Number.parseInt(last, 16),
  ]);
}
