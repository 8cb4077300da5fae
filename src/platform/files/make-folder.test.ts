import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { explainFileProblem } from '#src/platform/errors/file-problem.ts';
import { makeFolder, makeFolderAside } from './make-folder.ts';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'onde-folder-'));
});
afterEach(() => rmSync(place, { recursive: true }));

function faultOf(path: string): unknown {
  try {
    makeFolder(path);
    return null;
  } catch (error) {
    return error;
  }
}

test('a folder is made with those above it, and one that is there stays', () => {
  const path = join(place, 'a', 'b', 'c');
  for (let time = 0; time < 2; time++) makeFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
});

test('a link to a folder is one', () => {
  symlinkSync(place, join(place, 'link'));
  makeFolder(join(place, 'link'));
  makeFolder(join(place, 'link', 'below'));
  expect(statSync(join(place, 'below')).isDirectory()).toBe(true);
});

test('a file in its place is said', () => {
  writeFileSync(join(place, 'file'), '');
  expect(faultOf(join(place, 'file'))).toMatchObject({ code: 'EEXIST' });
  expect(faultOf(join(place, 'file', 'below'))).toMatchObject({ code: 'EEXIST' });
});

test('on a disk that may be slow the uppermost folder that was made is told', async () => {
  const path = join(place, 'a', 'b', 'c');
  expect(await makeFolderAside(path)).toBe(join(place, 'a'));
  expect(await makeFolderAside(path)).toBeNull();
  writeFileSync(join(path, 'file'), '');
  await expect(makeFolderAside(join(path, 'file', 'below'))).rejects.toMatchObject({ code: 'EEXIST' });
});

test.runIf(process.platform === 'linux')('where none can be made it ends, with what to do', () => {
  for (const path of ['/proc/onde', '/proc/onde/data'])
    expect(explainFileProblem(faultOf(path))?.remedy).toContain('It cannot be made there');
  return expect(makeFolderAside('/proc/onde/data')).rejects.toThrow(/mkdir '\/proc\/onde'/);
});
