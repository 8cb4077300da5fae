import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import * as limits from './limits.ts';
import * as streams from './streams.ts';
import { declaredConstants, rulesIn } from './testing/declared-constants.ts';
import { bareFigures, type Exception, namedFigures, readValue } from './testing/figures.ts';

const root = resolve(import.meta.dirname, '../..');
const LIMITS = 'src/contract/limits.ts';

/** Not before a unit or as a side: those are figures. */
const STATUS = new RegExp(
  `\\b(${Object.keys(STATUS_CODES).join('|')})\\b(?! (×|s|ms|min|h|px|days|characters))`,
  'g',
);
/** Numbers in prose that no constant holds. */
const EXCEPTIONS: readonly Exception[] = [
  { pattern: STATUS, why: 'statuses of HTTP' },
  { pattern: /\bISO \d+|\bSHA-\d+/g, why: 'numbers of standards' },
  { pattern: /(?<![\w/])\/(24|48|64)\b/g, why: 'prefixes of networks' },
  { pattern: /within two seconds on a machine/g, why: 'set by nothing: what a start takes [W130]' },
  { pattern: /a year at most/g, why: 'words of the legal notice, which has a test of its own [R99]' },
  { pattern: /\btop 20\b/gi, why: "the chart's name, also in addresses" },
  {
    pattern: /(?<![\d.,])[01](?![\d.,]*\d| (s|ms|min|h|days?|hours?|bytes|pixels|characters)\b)/g,
    why: 'none and one: flags, and where a range begins',
  },
];

const contract = textsBelow('docs/contract');
const everything = ['src', 'demo', 'tests', 'bench', 'scripts', 'docs'].flatMap(textsBelow);
const constants = declaredConstants(
  everything.filter(({ file }) => /^src\/.*(?<!\.test)\.(tsx?|sh)$/.test(file)),
);
const rules = contract.flatMap(({ text }) => found(text, /\*\*([ARW]\d+)\*\*/g));
const figures = contract.flatMap(({ text }) => namedFigures(text));
/** Other pages may say one of them in the same way. */
const written = everything
  .filter(({ file }) => /^docs\/.*\.md$/.test(file))
  .flatMap(({ text }) => namedFigures(text));
const isTold = (name: string, rule: string) =>
  figures.some((figure) => figure.name === name && figure.rule === rule);

test('each rule of the contract has a number of its own', () => {
  expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).toEqual([]);
  expect(rules.length).toBeGreaterThan(150);
});

test('a rule that is cited is there', () => {
  const dead = everything.flatMap(({ file, text }) =>
    rulesIn(text)
      .filter((rule) => !rules.includes(rule))
      .map((rule) => `${file}: [${rule}]`),
  );
  expect(dead).toEqual([]);
});

test('code cites the contract by the number of a rule, not by a page', () => {
  const vague = everything.filter(
    ({ file, text }) => /\.tsx?$/.test(file) && /\b(accounts|radio|wire)\.md/.test(text),
  );
  expect(vague.map(({ file }) => file)).toEqual([]);
});

test.each(written)('$name is $value in the documents and in the code', ({ name, value }) => {
  const declared = constants.of(name).map((one) => ({ file: one.file, value: one.value }));
  expect(declared.length).toBeGreaterThan(0);
  // All that have the name: of two values nobody could tell which one the rule is about.
  expect(declared).toEqual(declared.map(({ file }) => ({ file, value: readValue(name, value) })));
});

test.each(contract)('$file has no figure that is not a constant', ({ text }) => {
  const prose = text.replace(/^\| `STREAM_IDS`[\s\S]*?\n\n/m, '');
  expect(bareFigures(prose, EXCEPTIONS)).toEqual([]);
});

test('a constant of the contract cites a rule that it stands in', () => {
  const names = new Set(figures.map(({ name }) => name));
  const strangers = [...names]
    .flatMap((name) => constants.of(name))
    .filter((declared) => !declared.rules.some((rule) => isTold(declared.name, rule)))
    .map(({ name, file }) => `${name} in ${file}`);
  expect(strangers).toEqual([]);
});

test('a rule that the limits cite holds one of the constants below', () => {
  const cited = Map.groupBy(constants.in(LIMITS), ({ rules }) => rules.join(', '));
  const empty = [...cited].flatMap(([of, declared]) =>
    of.split(', ').filter((rule) => !declared.some(({ name }) => isTold(name, rule))),
  );
  expect(empty).toEqual([]);
});

test('stylesheets hold the figures of the contract', () => {
  const { PHONE_PIXELS, TARGET_PIXELS, WAY_SHOWN_AFTER_MS } = limits;
  const sheets = everything.filter(({ file }) => file.endsWith('.css'));
  const sheet = (name: string) => sheets.find(({ file }) => file.endsWith(name))?.text ?? '';
  const widths = sheets.flatMap(({ text }) => found(text, /@media \(max-width: (\d+)px\)/g));
  const usual = [...Map.groupBy(widths, Number)].sort(([, one], [, other]) => other.length - one.length);
  expect(usual[0]?.[0]).toBe(PHONE_PIXELS);
  expect(sheet('player-bar.module.css')).toContain(`@media (max-width: ${PHONE_PIXELS}px)`);
  expect(sheet('ui/button/button.module.css')).toContain(`min-height: ${TARGET_PIXELS}px`);
  expect(sheet('frame.module.css')).toContain(`animation: come 6s ${WAY_SHOWN_AFTER_MS}ms`);
});

test('the table of the streams is that of the code', () => {
  const [head = [], , ...rows] = tableOf('docs/contract/radio.md');
  const columns = Object.fromEntries(
    head.map((name, at) => [name.replaceAll('`', ''), rows.map((row) => row[at] ?? '')]),
  );
  expect(columns).toEqual({
    STREAM_IDS: [...streams.STREAM_IDS],
    STREAM_VERSIONS: streams.STREAM_IDS.map((id) => streams.STREAM_VERSIONS[id]),
    STREAM_COLOURS: streams.STREAM_IDS.map((id) => streams.STREAM_COLOURS[id]),
  });
});

test('every limit of the code stands in a rule', () => {
  const told = new Set(figures.map(({ name }) => name));
  const ofCode = Object.entries(limits).filter(([, value]) => !(value instanceof RegExp));
  expect(ofCode.map(([name]) => name).filter((name) => !told.has(name))).toEqual([]);
});

function found(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, group = '']) => group);
}

function tableOf(file: string): string[][] {
  const text = contract.find((page) => page.file === file)?.text ?? '';
  const lines = text.split('\n').filter((line) => line.startsWith('|'));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function textsBelow(folder: string): { file: string; text: string }[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|css|md|sh)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path !== import.meta.filename && !path.includes('node_modules'))
    .map((path) => ({ file: relative(root, path), text: readFileSync(path, 'utf8') }));
}
