import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openScratchFolder } from './scratch-folder.ts';

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'onde-scratch-'));
  vi.stubEnv('TMPDIR', parent);
});
afterEach(() => {
  // Another file of this process may begin before its first test puts the environment back.
  vi.unstubAllEnvs();
  rmSync(parent, { recursive: true, force: true });
});

const open = () => openScratchFolder(parent);

test('each run has a folder of its own, gone afterwards, whatever an earlier one of its number left', () => {
  mkdirSync(join(parent, `onde-test-${process.pid}`));
  {
    using one = open();
    using other = open();
    expect(new Set([one, other].map(({ environment }) => environment.TMPDIR)).size).toBe(2);
    expect(existsSync(one.environment.TMPDIR)).toBe(true);
  }
  expect(readdirSync(parent)).toEqual([`onde-test-${process.pid}`]);
});

test('what a killed run left is taken away, and what is not of a run stays', () => {
  const { pid } = spawnSync('true');
  for (const name of [`onde-test-${pid}-a1B2c3`, 'onde-station', 'other']) mkdirSync(join(parent, name));
  using _scratch = open();
  expect(readdirSync(parent).filter((name) => !name.startsWith(`onde-test-${process.pid}-`))).toEqual([
    'onde-station',
    'other',
  ]);
});

test.each(['/proc', '/nowhere'])(
  'where nothing can be written in memory (%s) it lies on the disk',
  (memory) => {
    using scratch = openScratchFolder(memory);
    expect(scratch.environment.TMPDIR.startsWith(parent)).toBe(true);
  },
);
