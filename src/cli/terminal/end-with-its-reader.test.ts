import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { BROKEN_PIPE_EXIT_CODE } from './end-with-its-reader.ts';

const ONDE = resolve(import.meta.dirname, '..', 'onde.ts');

test('a command whose reader has gone ends without a word', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'onde-pipe-'));
  const child = spawn(process.execPath, [ONDE, 'legal'], {
    cwd: folder,
    env: { PATH: process.env.PATH, STATION_DIR: folder, DATA_DIR: `${folder}-data` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const [code] = await once(child, 'close');
  await rm(folder, { recursive: true });
  expect([said, code]).toEqual(['', BROKEN_PIPE_EXIT_CODE]);
});

test.skipIf(!existsSync('/dev/full'))('a command whose output finds no space says so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'onde-full-'));
  await using full = await open('/dev/full', 'w');
  const child = spawn(process.execPath, [ONDE, 'legal'], {
    cwd: folder,
    env: { PATH: process.env.PATH, STATION_DIR: folder, DATA_DIR: `${folder}-data` },
    stdio: ['ignore', full.fd, 'pipe'],
  });
  const said = text(child.stderr ?? Readable.from([]));
  const [code] = await once(child, 'close');
  await rm(folder, { recursive: true });
  expect(await said).toMatch(/^What this command prints cannot be written: ENOSPC.*\nFree some space/);
  expect(code).toBe(1);
});
