import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StaticFiles } from '#src/web/answers/static-files.ts';
import { readBuiltAssets } from './built-assets.ts';

const MANIFEST = {
  'src/app/entry-client.tsx': {
    file: 'assets/entry.js',
    name: 'entry-client',
    imports: ['_libraries.js'],
    css: ['assets/app.css'],
  },
  '_libraries.js': { file: 'assets/libraries.js', name: 'libraries' },
  '_lists.js': {
    file: 'assets/lists.js',
    name: 'lists',
    imports: ['_libraries.js'],
    css: ['assets/lists.css'],
  },
  'src/features/charts/top20-page.tsx': {
    file: 'assets/top20.js',
    name: 'top20-page',
    imports: ['_lists.js', '_libraries.js'],
    css: ['assets/top20.css'],
  },
  'src/app/frame/later/later.ts': {
    file: 'assets/later.js',
    name: 'later',
    imports: ['_libraries.js'],
    css: ['assets/later.css'],
  },
  'src/features/strange.ts': { file: 'assets/strange.js', css: ['assets/strange.css'] },
  '\0virtual:catalogue/charts/de': { file: 'assets/de.js' },
};
const EMBED_MANIFEST = {
  'src/features/embed/embed-entry.ts': { file: 'assets/embed.js', css: ['assets/embed.css'] },
};
const SHEETS = {
  app: 'b{}',
  lists: 'li{}',
  top20: 'p{}',
  later: 'footer{}',
  strange: '/*</style>*/',
  embed: 'i{}',
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onde-assets-'));
  await mkdir(join(folder, 'assets'));
  for (const [name, text] of Object.entries(SHEETS))
    await writeFile(join(folder, 'assets', `${name}.css`), text);
});
afterEach(() => rm(folder, { recursive: true }));

const read = async () => readBuiltAssets(MANIFEST, EMBED_MANIFEST, await StaticFiles.open(folder));

test('a page has the scripts that it imports, the entry’s first', async () => {
  const { scripts } = (await read()).of('charts/top20-page.tsx');
  expect(scripts).toEqual(['entry', 'libraries', 'top20', 'lists'].map((name) => `/assets/${name}.js`));
});

test('a page brings the style sheets of its scripts along, its own after the shared, and that of what comes to life later', async () => {
  expect((await read()).of('charts/top20-page.tsx').styles).toEqual([
    { href: '/assets/app.css', text: 'b{}' },
    { href: '/assets/lists.css', text: 'li{}' },
    { href: '/assets/top20.css', text: 'p{}' },
    { href: '/assets/later.css', text: 'footer{}' },
  ]);
});

test('a style sheet that could end its element stays outside of the document', async () => {
  expect((await read()).of('strange.ts').styles).toContainEqual({ href: '/assets/strange.css', text: null });
});

test('the home page is what comes with the entry', async () => {
  expect((await read()).of(undefined).scripts).toEqual(['/assets/entry.js', '/assets/libraries.js']);
});

test('the small player for other sites has its own script and sheet alone', async () => {
  expect((await read()).embed).toEqual({
    scripts: ['/assets/embed.js'],
    styles: [{ href: '/assets/embed.css', text: 'i{}' }],
  });
});

test('texts are where the build has put them', async () => {
  expect((await read()).texts('charts', 'de')).toEqual(['/assets/de.js']);
});

test('a page that the build does not have is an error', async () => {
  const assets = await read();
  expect(() => assets.of('charts/gone-page.tsx')).toThrow(/gone-page/);
});
