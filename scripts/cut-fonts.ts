import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import subsetFont from 'subset-font';

/**
 * Cuts both families to what the pages use, a third less than what the packages bring: each face of
 * `fonts.css` gets the characters of its `unicode-range` and the weights of its `font-weight`, and nothing
 * else. To be run again, by hand, when either changes or a family has a new version; what it makes stands
 * beside the styles (docs/decisions/012). Needs a folder that has the packages: `npm install --prefix FOLDER
 * @fontsource-variable/{onest,unbounded}`.
 */
const styles = resolve(import.meta.dirname, '..', 'src', 'ui', 'styles');
const [folder = ''] = process.argv.slice(2);
const packages = resolve(folder, 'node_modules', '@fontsource-variable');
const FACE =
  /@font-face \{\s*font-family: "(\w+) Variable";\s*font-weight: (\d+) (\d+);.*?url\("(\.\/[\w/-]+\.woff2)"\).*?unicode-range:([^;]*);/gs;

const css = await readFile(join(styles, 'fonts.css'), 'utf8');
const families = new Set<string>();
for (const [, name = '', lightest, heaviest, path = '', range = ''] of css.matchAll(FACE)) {
  const family = name.toLowerCase();
  families.add(family);
  const whole = await readFile(
    join(packages, family, 'files', basename(path).replace('.woff2', '-wght-normal.woff2')),
  );
  const cut = await subsetFont(whole, textOf(range), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: Number(lightest), max: Number(heaviest) } },
  });
  await mkdir(join(styles, 'fonts'), { recursive: true });
  await writeFile(join(styles, path), cut);
  console.log(`${path}: ${whole.length} → ${cut.length} bytes`);
}
for (const family of families) {
  await writeFile(
    join(styles, 'fonts', `${family}-licence.txt`),
    await readFile(join(packages, family, 'LICENSE')),
  );
}

/** @param range a `unicode-range`: `U+0131, U+0152-0153` */
function textOf(range: string): string {
  return Array.from(range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g), ([, first = '', last = first]) => {
    const start = Number.parseInt(first, 16);
    const count = Number.parseInt(last, 16) - start + 1;
    return String.fromCodePoint(...Array.from({ length: count }, (_, index) => start + index));
  }).join('');
}
