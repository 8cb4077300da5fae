import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import subsetFont from 'subset-font';
import { z } from 'zod';

/**
 * Cuts letters of further scripts for the pictures beside shared links: of each family the slice of its own script, in the
 * weights that pictures use. What it makes stands in `assets/letters` (docs/decisions/051). To be run by hand, with a
 * folder that has the packages: `npm install --prefix FOLDER @fontsource-variable/noto-sans-{georgian,…}`.
 */
const SCRIPTS = [
  'georgian',
  'armenian',
  'bengali',
  'gujarati',
  'gurmukhi',
  'tamil',
  'telugu',
  'kannada',
  'malayalam',
  'sinhala',
  'khmer',
  'lao',
  'myanmar',
  'ethiopic',
];
const WEIGHTS = { min: 600, max: 800 };

const [folder = ''] = process.argv.slice(2);
const packages = resolve(folder, 'node_modules', '@fontsource-variable');
const letters = resolve(import.meta.dirname, '..', 'assets', 'letters');
const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));

await mkdir(letters, { recursive: true });
const ranges: Record<string, string> = {};
const licences = new Set<string>();
let bytes = 0;
for (const script of SCRIPTS) {
  const name = `noto-sans-${script}`;
  const from = join(packages, name);
  const { version } = z.object({ version: z.string() }).parse(await readJson(join(from, 'package.json')));
  const range =
    z.record(z.string(), z.string()).parse(await readJson(join(from, 'unicode.json')))[script] ?? '';
  const whole = await readFile(join(from, 'files', `${name}-${script}-wght-normal.woff2`));
  const cut = await subsetFont(whole, textOf(range), {
    targetFormat: 'woff2',
    variationAxes: { wght: WEIGHTS },
  });
  await writeFile(join(letters, `${name}-${version}.woff2`), cut);
  ranges[`${name}-${version}`] = range;
  licences.add(await readFile(join(from, 'LICENSE'), 'utf8'));
  bytes += cut.length;
  console.log(`${name}: ${whole.length} → ${cut.length} bytes`);
}
await writeFile(join(letters, 'unicode.json'), `${JSON.stringify(ranges, null, 2)}\n`);
const [licence = ''] = licences;
const holders = [...licences].map((text) => text.split('\n')[0]).join('\n');
await writeFile(join(letters, 'LICENSE'), `${holders}\n${licence.slice(licence.indexOf('\n') + 1)}`);
console.log(`${bytes} bytes in all`);

/** @param range `U+0131,U+0152-0153` */
function textOf(range: string): string {
  return Array.from(range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g), ([, first = '', last = first]) => {
    const start = Number.parseInt(first, 16);
    const count = Number.parseInt(last, 16) - start + 1;
    return String.fromCodePoint(...Array.from({ length: count }, (_, index) => start + index));
  }).join('');
}
