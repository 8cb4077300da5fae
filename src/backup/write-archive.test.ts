import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BackupHead } from './backup-format.ts';
import { explainFailure } from './explain-failure.ts';
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
