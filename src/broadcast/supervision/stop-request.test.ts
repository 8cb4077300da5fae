import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const REQUEST = pathToFileURL(join(import.meta.dirname, 'stop-request.ts')).href;
/** A pipe that nobody writes to keeps the thread that opens it, as a disk does that does not answer. */
const PROGRAM = `
import { open } from 'node:fs/promises';
import { stopRequest } from '${REQUEST}';
void open('pipe', 'r');
const silent = { info() {}, warn() {} };
void stopRequest(silent, () => {}, 50);
process.stdout.write('ready');
setInterval(() => {}, 1_000);
`;

test('[W203] a process of which a thread waits for good ends all the same when it is asked to stop', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'onde-stop-'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  await writeFile(join(folder, 'program.mjs'), PROGRAM);
  const child = spawn(process.execPath, ['program.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  await rm(folder, { recursive: true });
});
