import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
const rows = text
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, requirements = '', state = '', how = '']) => ({ requirements, state, how }));

/** The requirements of levels 1 and 2, a section each: `V1.1.1-2` are V1.1.1 and V1.1.2. */
const REQUIREMENTS = `
V1.1.1-2 V1.2.1-9 V1.3.1-11 V1.4.1-3 V1.5.1-2 V2.1.1-3 V2.2.1-3 V2.3.1-4 V2.4.1 V3.2.1-2 V3.3.1-4 V3.4.1-6
V3.5.1-5 V3.7.1-2 V4.1.1-3 V4.2.1 V4.3.1-2 V4.4.1-4 V5.1.1 V5.2.1-3 V5.3.1-2 V5.4.1-3 V6.1.1-3 V6.2.1-12 V6.3.1-4
V6.4.1-4 V6.5.1-5 V6.6.1-3 V6.8.1-4 V7.1.1-3 V7.2.1-4 V7.3.1-2 V7.4.1-5 V7.5.1-2 V7.6.1-2 V8.1.1-2 V8.2.1-3 V8.3.1
V8.4.1 V9.1.1-3 V9.2.1-4 V10.1.1-2 V10.2.1-2 V10.3.1-4 V10.4.1-11 V10.5.1-5 V10.6.1-2 V10.7.1-3 V11.1.1-2 V11.2.1-3
V11.3.1-3 V11.4.1-4 V11.5.1 V11.6.1 V12.1.1-3 V12.2.1-2 V12.3.1-4 V13.1.1 V13.2.1-5 V13.3.1-2 V13.4.1-5 V14.1.1-2
V14.2.1-4 V14.3.1-3 V15.1.1-3 V15.2.1-3 V15.3.1-7 V16.1.1 V16.2.1-5 V16.3.1-4 V16.4.1-3 V16.5.1-3 V17.1.1 V17.2.1-4
V17.3.1-2`;

test('each requirement of ASVS 5.0.0 up to level 2 has its place in the table, once', () => {
  const all = REQUIREMENTS.trim()
    .split(/\s+/)
    .flatMap((range) => {
      const [, section = '', first = '', last = first] = /^(V\d+\.\d+)\.(\d+)(?:-(\d+))?$/.exec(range) ?? [];
      const count = Number(last) - Number(first) + 1;
      return Array.from({ length: count }, (_, at) => `${section}.${Number(first) + at}`);
    });
  expect(all).toHaveLength(253);
  const named = rows.flatMap(({ requirements }) => requirements.split(', '));
  expect(named.toSorted()).toEqual(all.toSorted());
});

test('each row says how it stands, in one of the words that the page explains', () => {
  expect(rows.filter(({ state }) => !['met', 'partly', 'not met', '–'].includes(state))).toEqual([]);
  expect(rows.filter(({ how }) => how === '')).toEqual([]);
});

test('the files that the page names are there', () => {
  const folders = ['src', 'tests', 'scripts', 'deploy', 'demo'];
  const known = new Set(
    folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => basename(path)),
    ),
  );
  const names = Array.from(
    text.matchAll(/`((?:[\w-]+\/)*[\w-]+(?:\.\w+)*\.(?:tsx?|cjs|json|conf|service))`/g),
    ([, name = '']) => name,
  );
  expect(names.length).toBeGreaterThan(60);
  expect(names.filter((name) => !existsSync(join(root, name)) && !known.has(name))).toEqual([]);
});

test('the page for those who find a hole leads here', () => {
  expect(readFileSync(join(root, 'SECURITY.md'), 'utf8')).toContain('(docs/security.md)');
});
