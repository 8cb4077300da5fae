import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { className } from './class-name.ts';

const sources = resolve(import.meta.dirname, '..', '..');

test('no two files share the letters that tell their classes apart', () => {
  const files = globSync('**/*.module.css', { cwd: sources });
  expect(files.length).toBeGreaterThan(100);
  const names = new Set(files.map((file) => className('list', resolve(sources, file))));
  expect(names.size).toBe(files.length);
});

test('a class keeps its name, whatever the bundler has appended to the address of its file', () => {
  const file = resolve(sources, 'ui/button/button.module.css');
  expect(className('round', file)).toMatch(/^round_[0-9a-z]{3}$/);
  expect(className('round', `${file}?used`)).toBe(className('round', file));
});
