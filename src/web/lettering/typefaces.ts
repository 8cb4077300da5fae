import { readFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import * as z from 'zod';

/**
 * A family of letters, as its package brings it: in slices by script, as browsers fetch them. See docs/decisions/033 and 051.
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
  /** The characters that it may have, first and last; some are missing all the same. */
  readonly ranges: readonly (readonly [number, number])[];
}

/** Our own, then one for each further script, as round as there is one. */
const PACKAGES: Readonly<Record<string, string>> = {
  Unbounded: 'unbounded',
  Onest: 'onest',
  Comfortaa: 'comfortaa',
  'Baloo Bhaijaan 2': 'baloo-bhaijaan-2',
  Fredoka: 'fredoka',
  'Baloo 2': 'baloo-2',
  'Noto Sans Thai': 'noto-sans-thai',
  'Noto Sans JP': 'noto-sans-jp',
  'Noto Sans KR': 'noto-sans-kr',
  'Noto Sans SC': 'noto-sans-sc',
  'Noto Emoji': 'noto-emoji',
};
/** Scripts further away have one slice each, cut by `scripts/cut-letters.ts`. */
const CUT: Readonly<Record<string, string>> = {
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
};
const CUT_FOLDER = join(import.meta.dirname, '..', '..', '..', 'assets', 'letters');
const FAMILIES = Object.keys(PACKAGES);
/** The same signs are written in their own way in China, Japan and Korea: what else a text says decides. */
const EASTERN = ['Noto Sans JP', 'Noto Sans KR', 'Noto Sans SC'];

const rangesSchema = z.record(z.string(), z.string());
const manifestSchema = z.object({ version: z.string() });
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
  return [first, ...others, ...Object.keys(CUT), ...eastern, emoji];
}

/** @throws when its package is not installed */
export function openTypeface(family: string): Promise<Typeface> {
  const opened = known.get(family) ?? readTypeface(family);
  known.set(family, opened);
  return opened;
}

async function readTypeface(family: string): Promise<Typeface> {
  const cut = CUT[family];
  if (cut !== undefined) return { family, slices: [await readCut(cut)] };
  const name = PACKAGES[family] ?? '';
  const manifest = findPackageJSON(`@fontsource-variable/${name}`, import.meta.url);
  if (manifest === undefined) throw new Error(`The letters of ${family} are not installed.`);
  const folder = dirname(manifest);
  const { version } = manifestSchema.parse(await readJson(manifest));
  const byScript = rangesSchema.parse(await readJson(join(folder, 'unicode.json')));
  const slices = Object.entries(byScript).map(([script, ranges]) => {
    const slice = `${name}-${script.replace(/[[\]]/g, '')}`;
    return {
      path: join(folder, 'files', `${slice}-wght-normal.woff2`),
      name: `${slice}-${version}`,
      ranges: parseRanges(ranges),
    };
  });
  return { family, slices };
}

async function readCut(name: string): Promise<Slice> {
  const ranges = rangesSchema.parse(await readJson(join(CUT_FOLDER, 'unicode.json')))[name] ?? '';
  return { path: join(CUT_FOLDER, `${name}.woff2`), name, ranges: parseRanges(ranges) };
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'));
}

/** `U+0131,U+0152-0153` */
function parseRanges(text: string): [number, number][] {
  return Array.from(text.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi), ([, first = '', last = first]) => [
    Number.parseInt(first, 16),
    Number.parseInt(last, 16),
  ]);
}
