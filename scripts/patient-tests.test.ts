import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const OWN_NAME = 'patient-tests.test.ts';
const TESTS = ['src', 'demo', 'scripts', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && (folder === 'tests' || /\.test\.tsx?$/.test(name)))
    .filter((name) => name !== OWN_NAME)
    .map((name) => join(folder, name)),
);

/** What holds on a quick and idle machine alone. */
const IMPATIENT: [what: string, instead: string, pattern: RegExp][] = [
  [
    'looks once at what a press has changed',
    'wait for it: `locator.waitFor`, `page.waitForFunction` or `expect.poll`',
    /\.(?:click|press|fill|check|uncheck|selectOption|goBack)\([^\n]*\);\n\s*expect\(\s*await [^;]*?\.(?:count|isVisible|isChecked|isDisabled|getAttribute|textContent|inputValue|evaluate)\(/g,
  ],
  ['waits until the network is idle', 'wait for what is to be seen', /networkidle/g],
  [
    'gives up within seconds what will come',
    'take PATIENT of src/platform/testing/patience.ts, or no limit at all',
    /\b(?:timeout|testTimeout|hookTimeout): (?:[1-5]?\d_)?\d{1,3}\b(?!_)/g,
  ],
  [
    'has less time than any other',
    'leave its limit out, which vitest.config.ts has for all',
    /^(?:\}, | {2})(?:[1-9]?\d|1[0-7]\d)_000(?:,?\n)?\);?$/gm,
  ],
];

test.each(IMPATIENT)('no test %s: %s', (_what, _instead, pattern) => {
  const found = TESTS.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return Array.from(
      text.matchAll(pattern),
      ({ index }) => `${file}:${text.slice(0, index).split('\n').length}`,
    );
  });
  expect(found).toEqual([]);
});

/** By itself it gives up after a second. */
test('each vi.waitFor says how long it waits', () => {
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const found = TESTS.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return count(text, /vi\.waitFor\(/g) > count(text, /,\s*(?:PATIENT|PATIENT_WITH_IMPORTS|RETRY),?\s*\)/g);
  });
  expect(found).toEqual([]);
});
