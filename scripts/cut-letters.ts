import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Blob, Face } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import decompress from 'woff2-encoder/decompress';
import { z } from 'zod';

/**
 * Cuts the letters of the pictures beside shared links (docs/decisions/033 and 051): of each family the
 * slices that no family before it has, in the weights that pictures use, and beside them a list of what each
 * slice can really write. What it makes stands in `assets/letters`. To be run by hand, with a folder that has
 * the packages: `npm install --prefix FOLDER @fontsource-variable/{unbounded,onest,…}`. Without a folder it
 * names them all.
 */
interface Family {
  /** As its package calls them; all when left out. */
  readonly slices?: readonly string[];
  /** Weights as of CSS; null leaves the files as they are. */
  readonly weights?: { readonly min: number; readonly max: number } | number | null;
}

/** The boldest that Fredoka and Noto Emoji have, and the one weight of what has many signs. */
const BOLD = 700;
const USED = { min: 600, max: 800 };
/** Ours: the Latin, Cyrillic and Vietnamese letters of others are cut out where these have them. */
const OWN = ['unbounded', 'onest'];
const FURTHER = [
  ...['georgian', 'armenian', 'bengali', 'gujarati', 'gurmukhi', 'tamil', 'telugu', 'kannada', 'malayalam'],
  ...['sinhala', 'khmer', 'lao', 'myanmar', 'ethiopic'],
];
const FAMILIES: Readonly<Record<string, Family>> = {
  unbounded: {},
  onest: {},
  // Whoever changes Comfortaa may not call it so: its licence reserves the name.
  comfortaa: { slices: ['greek', 'cyrillic-ext'], weights: null },
  'baloo-bhaijaan-2': { slices: ['arabic'] },
  fredoka: { slices: ['hebrew'], weights: { min: 600, max: BOLD } },
  'baloo-2': { slices: ['devanagari', 'latin', 'latin-ext'] },
  'noto-sans-thai': { slices: ['thai'] },
  ...Object.fromEntries(FURTHER.map((script) => [`noto-sans-${script}`, { slices: [script] }])),
  'noto-sans-jp': { weights: BOLD },
  'noto-sans-kr': { weights: BOLD },
  'noto-sans-sc': { weights: BOLD },
  'noto-emoji': { weights: BOLD },
};
/** Slices of what our own families write as well. */
const COMMON = new Set(['latin', 'latin-ext', 'cyrillic', 'vietnamese']);

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.log(
    `FOLDER is missing, with ${Object.keys(FAMILIES)
      .map((name) => `@fontsource-variable/${name}`)
      .join(' ')}`,
  );
  process.exit(1);
}
const packages = resolve(folder, 'node_modules', '@fontsource-variable');
const letters = resolve(import.meta.dirname, '..', 'assets', 'letters');
const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));

await rm(letters, { recursive: true, force: true });
const ours = new Set<number>();
const licences = new Set<string>();
let bytes = 0;
for (const [name, { slices, weights = USED }] of Object.entries(FAMILIES)) {
  const from = join(packages, name);
  const { version } = z.object({ version: z.string() }).parse(await readJson(join(from, 'package.json')));
  const promised = z.record(z.string(), z.string()).parse(await readJson(join(from, 'unicode.json')));
  const to = join(letters, `${name}-${version}`);
  const written: Record<string, string> = {};
  await mkdir(to, { recursive: true });
  for (const [key, range] of Object.entries(promised)) {
    const slice = key.replace(/[[\]]/g, '');
    if (slices?.includes(slice) === false) continue;
    const whole = await readIfThere(join(from, 'files', `${name}-${slice}-wght-normal.woff2`));
    const isOwn = OWN.includes(name);
    const wanted = charactersOf(range).filter(
      (character) => isOwn || !COMMON.has(slice) || !ours.has(character),
    );
    if (whole === null || wanted.length === 0) continue;
    const cut =
      weights === null
        ? whole
        : await subsetFont(whole, wanted.map((character) => String.fromCodePoint(character)).join(''), {
            targetFormat: 'woff2',
            variationAxes: { wght: weights },
          });
    const there = new Face(new Blob(await decompress(cut))).collectUnicodes().toSorted();
    if (there.length === 0) continue;
    if (isOwn) for (const character of there) ours.add(character);
    await writeFile(join(to, `${slice}.woff2`), cut);
    written[slice] = rangesOf(there);
    bytes += cut.length;
  }
  await writeFile(join(to, 'unicode.json'), `${JSON.stringify(written, null, 1)}\n`);
  licences.add(await readFile(join(from, 'LICENSE'), 'utf8'));
  console.log(`${name}: ${Object.keys(written).length} slices`);
}
const [licence = ''] = licences;
const holders = [...licences].map((text) => text.split('\n')[0]).join('\n');
await writeFile(join(letters, 'LICENSE'), `${holders}\n${licence.slice(licence.indexOf('\n') + 1)}`);
console.log(`${bytes} bytes in all`);

/** Null for a slice that its package names and does not bring. */
async function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch(() => null);
}

/** @param range `U+0131,U+0152-0153` */
function charactersOf(range: string): number[] {
  return Array.from(range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gi)).flatMap(
    ([, first = '', last = first]) => {
      const start = Number.parseInt(first, 16);
      return Array.from({ length: Number.parseInt(last, 16) - start + 1 }, (_, index) => start + index);
    },
  );
}

/** @returns as `charactersOf` takes it */
function rangesOf(characters: Iterable<number>): string {
  const ranges: [number, number][] = [];
  for (const character of characters) {
    const range = ranges.at(-1);
    if (range?.[1] === character - 1) range[1] = character;
    else ranges.push([character, character]);
  }
  const hexadecimal = (character: number) => character.toString(16).toUpperCase().padStart(4, '0');
  return ranges
    .map(([first, last]) => `U+${hexadecimal(first)}${first === last ? '' : `-${hexadecimal(last)}`}`)
    .join(',');
}
