import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { isPageSource, PAGE_ROOMS, SERVER_ROOMS } from '#src/app/build/rooms.ts';

const root = resolve(import.meta.dirname, '..');
const document = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8');

const patternsSchema = z
  .union([z.string(), z.array(z.string())])
  .transform((patterns) => [patterns].flat().join('|'))
  .optional();
const endSchema = z.object({ path: patternsSchema, pathNot: patternsSchema });
const rulesSchema = z.object({
  forbidden: z.array(
    z.object({
      scope: z.string().optional(),
      from: endSchema,
      to: endSchema.extend({ circular: z.boolean().optional(), couldNotResolve: z.boolean().optional() }),
    }),
  ),
});
/** Those that speak of one import. */
const rules = rulesSchema
  .parse(createRequire(import.meta.url)('../.dependency-cruiser.cjs'))
  .forbidden.filter(({ scope, to }) => scope === undefined && !to.circular && !to.couldNotResolve);

function isAllowed(from: string, to: string): boolean {
  return !rules.some((rule) => {
    const groups = new RegExp(rule.from.path ?? '').exec(from);
    const filled = (pattern = '') => pattern.replaceAll('$1', groups?.[1] ?? '');
    return (
      groups !== null &&
      !(rule.from.pathNot && new RegExp(rule.from.pathNot).test(from)) &&
      new RegExp(filled(rule.to.path)).test(to) &&
      !(rule.to.pathNot && new RegExp(filled(rule.to.pathNot)).test(to))
    );
  });
}

function foldersIn(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** The cells of each row of a table, by the title it stands under. */
function tableUnder(title: string): string[][] {
  const section = document.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('`', '')));
}

const listed = (cell = '') => (cell === '–' || cell === 'nothing' ? [] : cell.split(', '));

const isWithin = (target: string, folder: string) => `${target}/`.startsWith(`${folder}/`);

/** As the table names them: those of `src`, and what stands beside it. */
const pathOf = (name: string) => (isWithin(name, 'demo') ? name : `src/${name}`);
const FOLDERS = [...foldersIn('src'), 'demo'];
const FEATURES = foldersIn('src/features');
/** `platform/clock` and the like: a folder may be open in part. */
const TARGETS = FOLDERS.flatMap((folder) => {
  const parts = foldersIn(pathOf(folder)).filter((part) => part !== 'testing');
  return parts.length === 0 ? [folder] : parts.map((part) => `${folder}/${part}`);
});

/** What the rules let a file of a folder import. */
function targetsByRule(folder: string, ending: string): string[] {
  const from = `${pathOf(folder)}/a/b${ending}`;
  return TARGETS.filter((target) => !isWithin(target, folder) && isAllowed(from, `${pathOf(target)}/c.ts`));
}

/** What the table says. */
function targetsByCell(folder: string, cell: string): string[] {
  const names = listed(cell);
  const isNamed = (target: string) => {
    if (names.some((name) => isWithin(target, name))) return true;
    if (isWithin(target, 'demo')) return false;
    return cell.startsWith('all but cli') ? !isWithin(target, 'cli') : cell.startsWith('all');
  };
  return TARGETS.filter((target) => !isWithin(target, folder) && isNamed(target));
}

const ROWS = tableUnder('Folders').map(([, folder = '', , cell = '']) => {
  const [inBrowser = '', onServer] = cell.split('; .server.ts also ');
  return { folder: folder.replace('src/', ''), inBrowser, onServer };
});

test('every folder of src is either one that pages are built from or the server’s', () => {
  expect([...PAGE_ROOMS, ...SERVER_ROOMS].sort()).toEqual(foldersIn('src').sort());
});

test.each([
  ['src/page/head/page-head.tsx', true],
  ['src/i18n/catalogues/frame/fr.json', true],
  ['src/records/plays/plays.wire.ts', true],
  ['package-lock.json', true],
  ['src/records/plays/plays.ts', false],
  ['src/features/track/track.server.ts', false],
  ['src/features/votes/votes.feature.ts', false],
  ['src/page/use-now.test.ts', false],
  ['docs/words.md', false],
])('%s is a source of the pages: %s', (path, expected) => {
  expect(isPageSource(path)).toBe(expected);
});

test('the table of folders has every folder', () => {
  expect(ROWS.map(({ folder }) => folder).sort()).toEqual([...FOLDERS].sort());
});

test.each(ROWS)('$folder may import what the table of folders says', ({ folder, inBrowser, onServer }) => {
  expect(targetsByRule(folder, '.ts')).toEqual(targetsByCell(folder, inBrowser));
  const whole = onServer === undefined ? inBrowser : `${inBrowser}, ${onServer}`;
  expect(targetsByRule(folder, '.server.ts')).toEqual(targetsByCell(folder, whole));
});

const EDGES = new Map(
  FEATURES.map((from) => [
    from,
    FEATURES.filter((to) => to !== from && isAllowed(`src/features/${from}/a.ts`, `src/features/${to}/b.ts`)),
  ]),
);

test('the table of features has every feature and what each takes from others', () => {
  const rows = tableUnder('Features').map(([, feature = '', , taken]) => [feature, listed(taken)]);
  expect(rows).toEqual([...EDGES]);
});

test('no feature takes from one that takes from it, on whatever way', () => {
  const reachable = (from: string, seen = new Set<string>()): Set<string> => {
    for (const to of EDGES.get(from) ?? []) {
      if (seen.has(to)) continue;
      seen.add(to);
      reachable(to, seen);
    }
    return seen;
  };
  expect(FEATURES.filter((feature) => reachable(feature).has(feature))).toEqual([]);
});

test.each([...EDGES])('%s takes from all of which it is listed', (feature, taken) => {
  const files = readdirSync(join(root, 'src/features', feature), { recursive: true, encoding: 'utf8' });
  const text = files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(join(root, 'src/features', feature, file), 'utf8'))
    .join('\n');
  expect(taken.filter((other) => !text.includes(`'#src/features/${other}/`))).toEqual([]);
});

const LINES_MAX = 300;

test('no program file is longer than one reads in one go', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const long = sources
    .map((file) => [readFileSync(join(root, 'src', file), 'utf8').split('\n').length - 1, file] as const)
    .filter(([lines]) => lines > LINES_MAX);
  expect(sources.length).toBeGreaterThan(1_000);
  expect(long).toEqual([]);
});
