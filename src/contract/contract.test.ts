import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';
import * as languages from './languages.ts';
import * as limits from './limits.ts';
import * as streams from './streams.ts';

const root = resolve(import.meta.dirname, '../..');
const constants: Readonly<Record<string, unknown>> = { ...languages, ...limits, ...streams };
const UNITS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  KiB: 1024,
  MB: 1_000_000,
};

const contract = textsBelow('docs/contract');
const everything = ['src', 'demo', 'tests', 'bench', 'scripts', 'docs'].flatMap(textsBelow);
const rules = contract.flatMap(({ text }) => found(text, /\*\*([ARW]\d+)\*\*/g));
const figures = contract.flatMap(({ text }) =>
  Array.from(text.matchAll(/`([A-Z][A-Z0-9_]+) = ([^`]+)`/g), ([, name = '', value = '']) => ({
    name,
    value,
  })),
);

test('each rule of the contract has a number of its own', () => {
  expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).toEqual([]);
  expect(rules.length).toBeGreaterThan(150);
});

test('a rule that is cited is there', () => {
  const dead = everything.flatMap(({ file, text }) =>
    found(text, /\[([ARW]\d+(?:, [ARW]\d+)*)\]/g)
      .flatMap((cited) => cited.split(', '))
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

test.each(figures)('$name is $value in the contract and in the code', ({ name, value }) => {
  expect(constants[name]).toEqual(readValue(value));
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
  const figuresOfCode = Object.entries(limits).filter(([, value]) => !(value instanceof RegExp));
  expect(figuresOfCode.map(([name]) => name).filter((name) => !told.has(name))).toEqual([]);
});

/** `48 h` in milliseconds, `64 KiB` in bytes, `600 × 400`, `fr`, and lists of these. */
function readValue(text: string): unknown {
  if (text.includes(', ')) return text.split(', ').map(readValue);
  const [, width, height] = /^(\d+) × (\d+)$/.exec(text) ?? [];
  if (width && height) return { width: Number(width), height: Number(height) };
  const [, digits, unit] = /^([\d.,]+)(?: (\w+))?$/.exec(text) ?? [];
  return digits === undefined
    ? text
    : Number(digits.replaceAll(',', '')) * (unit ? (UNITS[unit] ?? Number.NaN) : 1);
}

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
    .filter((entry) => entry.isFile() && /\.(tsx?|css|md)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path !== import.meta.filename && !path.includes('node_modules'))
    .map((path) => ({ file: relative(root, path), text: readFileSync(path, 'utf8') }));
}
