import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeToOthers } from './take-data-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'onde-start-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = (userId: number | null) =>
  closeToOthers({ dataDir: join(folder, 'data'), envFile: join(folder, '.env'), userId });

test('a start as an account of its own with closed files has nothing to say', () => {
  expect(start(1000)).toEqual([]);
  expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
});

test('a start as root says so, and what to do', () => {
  expect(start(0)).toEqual([expect.stringMatching(/^Onde runs as root.*account of its own/)]);
});

test('settings that others could read are closed, and the operator is told once', () => {
  writeFileSync(join(folder, '.env'), 'PORT=1\n');
  chmodSync(join(folder, '.env'), 0o640);
  expect(start(1000)).toEqual([expect.stringContaining('could be read by other accounts')]);
  expect(start(1000)).toEqual([]);
});
