import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepNewFilesPrivate, makePrivateFile, makePrivateFolder, writeForOthers } from './file-rights.ts';

let folder: string;
let before: number;
beforeEach(() => {
  before = process.umask(0o022);
  folder = mkdtempSync(join(tmpdir(), 'onde-rights-'));
});
afterEach(() => {
  process.umask(before);
  rmSync(folder, { recursive: true });
});

const rights = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('what the program writes is its owner’s alone, what it writes for the station can be read', async () => {
  const [own, station] = [join(folder, 'onde.sqlite'), join(folder, 'station.yaml')];
  keepNewFilesPrivate();
  await writeForOthers(() => writeFileSync(station, ''));
  writeFileSync(own, '');
  expect([rights(own), rights(station)]).toEqual(['600', '644']);
});

test('a data folder from before is closed, a missing one is made closed', () => {
  const [old, fresh] = [join(folder, 'old'), join(folder, 'deep', 'fresh')];
  mkdirSync(old, { mode: 0o755 });
  makePrivateFolder(old);
  makePrivateFolder(fresh);
  expect([rights(old), rights(fresh)]).toEqual(['700', '700']);
});

test('a file of settings that others could read is closed once', () => {
  const file = join(folder, '.env');
  expect(makePrivateFile(file)).toBe('missing');
  writeFileSync(file, 'SMTP_URL=smtp://me:secret@mail.example.org\n');
  chmodSync(file, 0o644);
  expect([makePrivateFile(file), rights(file), makePrivateFile(file)]).toEqual(['closed', '600', 'private']);
});
