import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acquireLock } from './acquire-lock.ts';
import { shareLock } from './share-lock.ts';

const MODULE = pathToFileURL(join(import.meta.dirname, 'share-lock.ts')).href;

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onde-share-'));
  path = join(folder, 'a.lock');
  await writeFile(path, '');
});
afterEach(() => rm(folder, { recursive: true }));

function shareInChild() {
  const script = `import { shareLock } from ${JSON.stringify(MODULE)};
    console.log(shareLock(${JSON.stringify(path)}) === null ? 'refused' : 'shared');
    setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

it('nobody acquires what is shared, until the last who shares it has gone, however it went', async () => {
  const child = shareInChild();
  expect(String((await once(child.stdout, 'data'))[0])).toBe('shared\n');
  const mine = shareLock(path);
  expect(acquireLock(path)).toBeNull();
  mine?.[Symbol.dispose]();
  mine?.[Symbol.dispose]();
  expect(acquireLock(path)).toBeNull();
  child.kill('SIGKILL');
  await once(child, 'exit');
  using acquired = acquireLock(path);
  expect(acquired).not.toBeNull();
});

it('what somebody has acquired, and what is not there, cannot be shared', () => {
  using _acquired = acquireLock(path);
  expect(shareLock(path)).toBeNull();
  expect(shareLock(join(folder, 'none.lock'))).toBeNull();
});
