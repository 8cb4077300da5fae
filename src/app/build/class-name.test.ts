import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { className, leaveOutMovements } from './class-name.ts';

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

test('scripts are handed the classes of a sheet, and no movement that has no class of its name', () => {
  const names = { card: 'card_0aa', drift: 'drift_0aa', spin: 'spin_0aa' };
  leaveOutMovements(
    names,
    '.card { animation: drift 1s; } .spin:hover { } @keyframes drift { } @keyframes spin { }',
  );
  expect(names).toEqual({ card: 'card_0aa', spin: 'spin_0aa' });
});
