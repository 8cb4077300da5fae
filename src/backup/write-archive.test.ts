import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { createZstdCompress } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BackupHead } from './backup-format.ts';
import { explainFailure } from './explain-failure.ts';
import { readArchive } from './read-archive.ts';
import { fromWebStream } from './web-streams.ts';
import { writeArchive } from './write-archive.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onde-archive-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const head: BackupHead = {
  format: 1,
  madeAt: '2026-11-26T03:15:00.000Z',
  engine: 'sqlite',
  migrations: [],
  withMedia: false,
};

async function bytesWith(file: string): Promise<number> {
  const parts = [{ path: 'secret', file, isOptional: true }];
  let bytes = 0;
  for await (const chunk of fromWebStream(writeArchive({ head, rows: {}, parts, onBytes: () => {} })))
    bytes += chunk.length;
  return bytes;
}

test('[R198] a file that has gone meanwhile stays out of a backup', async () => {
  expect(await bytesWith(join(folder, 'gone'))).toBeGreaterThan(0);
});

test('[R198] a file that is there and cannot be read fails the backup, in words', async () => {
  // Whoever runs this may be allowed to read everything: a link to itself can be read by nobody.
  const file = join(folder, 'secret');
  await symlink(file, file);
  const failure = await bytesWith(file).catch((error: unknown) =>
    explainFailure(error, { place: '/backups', scratch: folder, isPostgres: false }),
  );
  expect(failure).toMatchObject({ name: 'OperatorError', message: expect.stringContaining(file) });
});

test('a backup of more files than its list can name says so at once, and what is written can be read', async () => {
  const file = join(folder, 'file');
  await writeFile(file, 'sound');
  const parts = Array.from({ length: 40 }, (_, at) => ({
    path: at % 2 === 0 ? `media/"é${at}"` : `other-names/${at}`,
    file,
    isOptional: false,
    ...(at % 2 === 1 && { was: Buffer.from(`media/\xe9${at}`, 'latin1') }),
  }));
  const archive = (jsonBytesMax: number) =>
    writeArchive({ head, rows: { plays: 7 }, parts, onBytes: () => {}, jsonBytesMax });
  const readWith = (chunks: ReadableStream<Uint8Array>, jsonBytesMax: number) =>
    readArchive(Readable.fromWeb(chunks as WebStream).pipe(createZstdCompress()), {
      folder,
      onBytes: () => {},
      isKept: () => false,
      jsonBytesMax,
    });
  let least = 1_000;
  let made: ReadableStream<Uint8Array> | null = null;
  while (made === null)
    try {
      made = archive(least);
    } catch (error) {
      expect(String(error)).toMatch(/would have 40 files/);
      least += 1;
    }
  const { manifest } = await readWith(made, least);
  expect(manifest.parts).toHaveLength(40);
  await expect(readWith(archive(least), least - 2_000)).rejects.toThrow(/was altered/);
});
