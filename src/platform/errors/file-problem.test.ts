import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainFileProblem } from './file-problem.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'onde-file-'));
  writeFileSync(join(folder, 'file'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

function failureOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return null;
}

test.each([
  ['made inside a file', (file: string) => mkdirSync(join(file, 'data'), { recursive: true })],
  ['made where a file is', (file: string) => mkdirSync(file)],
  ['read where a file is', (file: string) => readdirSync(file)],
])('a folder that cannot be %s is named, with a way out', (_what, act) => {
  const explained = explainFileProblem(failureOf(() => act(join(folder, 'file'))));
  expect(explained?.message).toContain(join(folder, 'file'));
  expect(explained?.remedy).toMatch(/^Move away the file/);
  // It may be any of them: what is in the way is not always below the first two.
  for (const place of ['DATA_DIR', 'STATION_DIR', 'BACKUP_DIR', 'the folder that you named'])
    expect(explained?.remedy).toContain(place);
});

test('a folder on a disk that takes none, and a path that is too long, are named with a way out', () => {
  // So Node reports a read-only disk too.
  const unmade = explainFileProblem(failureOf(() => mkdirSync(join(folder, 'none', 'data'))));
  expect(unmade?.message).toContain(join(folder, 'none'));
  expect(unmade?.remedy).toMatch(/^It cannot be made there, as on a read-only disk/);
  const long = explainFileProblem(failureOf(() => mkdirSync(join(folder, 'x'.repeat(300)))));
  expect(long?.remedy).toMatch(/shorter path/);
});

test('a place that the unit of the service does not name for writing is told with the word for it', () => {
  const message = "EROFS: read-only file system, open '/mnt/backup/.onde-part'";
  const error = Object.assign(new Error(message), { code: 'EROFS', path: '/mnt/backup/.onde-part' });
  expect(explainFileProblem(error)?.remedy).toMatch(/ReadWritePaths=/);
});

test('a disk that is full while an open file is written is explained, though no path is told', () => {
  const file = openSync('/dev/full', 'w');
  const full = failureOf(() => writeSync(file, 'x'));
  closeSync(file);
  expect(full).not.toHaveProperty('path');
  expect(explainFileProblem(full)).toMatchObject({
    message: expect.stringContaining('no space left'),
    remedy: expect.stringMatching(/is full: free some space/),
  });
  for (const code of ['EDQUOT', 'EIO'])
    expect(
      explainFileProblem(Object.assign(new Error(`${code}: …, write`), { code, syscall: 'write' })),
    ).not.toBeNull();
  // A terminal that has gone: no disk is to be checked.
  const terminal = Object.assign(new Error('write EIO'), { code: 'EIO', syscall: 'write' });
  expect(explainFileProblem(terminal)).toBeNull();
});

test('a slip of the program keeps its stack', () => {
  expect(explainFileProblem(failureOf(() => readFileSync(join(folder, 'none'))))).toBeNull();
  expect(explainFileProblem(new TypeError('x is not a function'))).toBeNull();
});
