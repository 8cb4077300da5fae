import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createZstdCompress } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import type { BackupHead } from './backup-format.ts';
import { readArchive } from './read-archive.ts';
import { fromWebStream } from './web-streams.ts';
import { writeArchive } from './write-archive.ts';

const head: BackupHead = {
  format: 1,
  madeAt: '2026-11-26T03:15:00.000Z',
  engine: 'sqlite',
  migrations: [],
  withMedia: false,
};

/** Writes an archive with one file that has this name in it, and reads it below a folder. */
async function writtenAndRead(path: string, was?: Buffer): Promise<{ folder: string }> {
  const root = await mkdtemp(join(tmpdir(), 'onde-archive-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const file = join(root, 'source');
  await writeFile(file, 'what is in it');
  const folder = join(root, 'a', 'b', 'c');
  await mkdir(folder, { recursive: true });
  const parts = [{ path, file, isOptional: false, ...(was && { was }) }];
  const archive = fromWebStream(writeArchive({ head, rows: {}, parts, onBytes: () => {} }));
  const compressed = createZstdCompress();
  (async () => {
    for await (const chunk of archive) compressed.write(chunk);
    compressed.end();
  })().catch((error: unknown) =>
    compressed.destroy(error instanceof Error ? error : new Error('no archive')),
  );
  await readArchive(compressed, { folder, onBytes: () => {} });
  return { folder };
}

test.each([
  'last-good/podcasts/Rock\\Pop/show.yaml',
  'last-good/podcasts/..\\../show.yaml',
  'last-good/podcasts/two\nlines/show.yaml',
  'last-good/podcasts/… und …/show.yaml',
  `last-good/${'x'.repeat(200)}/show.yaml`,
])('[W174] a file comes back under the name that it had: %j', async (path) => {
  const { folder } = await writtenAndRead(path);
  expect(await readFile(join(folder, path), 'utf8')).toBe('what is in it');
  expect(join(folder, path).startsWith(dirname(folder))).toBe(true);
});

test.each([
  '/etc/passwd',
  '../outside',
  'a/../../outside',
  'line\n/../../outside',
  'a//b',
  './a',
  'a/..',
  'a/',
])('a name that leads out of the folder is taken for no backup of ours: %j', async (path) => {
  await expect(writtenAndRead(path)).rejects.toThrow(/was altered/);
});

test.each(['../outside', '/etc/passwd', 'a/../../\xff'])(
  '[W202] bytes of a path that lead out of the folder are taken for no backup of ours: %j',
  async (was) => {
    await expect(writtenAndRead('other-names/0', Buffer.from(was, 'latin1'))).rejects.toThrow(/was altered/);
  },
);

test('[W202] only what is numbered has other bytes than its name', async () => {
  await expect(writtenAndRead('secret', Buffer.from('onde.sqlite'))).rejects.toThrow(/was altered/);
});
