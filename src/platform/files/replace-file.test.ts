import { mkdirSync, mkdtempDisposableSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceFile } from './replace-file.ts';

const openFolder = () => mkdtempDisposableSync(join(tmpdir(), 'onde-replace-'));

test('a file is replaced by the new text, of one piece or of several', async () => {
  using folder = openFolder();
  const path = join(folder.path, 'a.jsonl');
  writeFileSync(path, 'before');
  await replaceFile(path, 'after\n');
  expect(readFileSync(path, 'utf8')).toBe('after\n');
  await replaceFile(path, ['one\n', 'two\n']);
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
});

test('one that cannot be replaced stays, and nothing is left beside it', async () => {
  using folder = openFolder();
  const parent = folder.path;
  mkdirSync(join(parent, 'a.jsonl', 'held'), { recursive: true });
  await expect(replaceFile(join(parent, 'a.jsonl'), 'after')).rejects.toThrow();
  expect(readdirSync(parent)).toEqual(['a.jsonl']);
});
