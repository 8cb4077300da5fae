import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireLock, shareLock } from './lock.ts';

const MODULE = JSON.stringify(new URL('./lock.ts', import.meta.url).href);

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onde-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

function holdInChild(path: string) {
  const script = `import { acquireLock } from ${MODULE};
    console.log(acquireLock(${JSON.stringify(path)}) ? 'held' : 'refused'); setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test('a second holder in the same process is refused until the first lets go', () => {
  const path = join(folder, 'deep', 'a.lock');
  const first = acquireLock(path);
  expect(first).not.toBeNull();
  expect(acquireLock(path)).toBeNull();
  first?.[Symbol.dispose]();
  first?.[Symbol.dispose]();
  using again = acquireLock(path);
  expect(again).not.toBeNull();
});

test('a lock held by another process is refused, and free again once that process is killed', async () => {
  const path = join(folder, 'a.lock');
  const child = holdInChild(path);
  expect(String((await once(child.stdout, 'data'))[0])).toBe('held\n');
  expect(acquireLock(path)).toBeNull();
  child.kill('SIGKILL');
  await once(child, 'exit');
  using mine = acquireLock(path);
  expect(mine).not.toBeNull();
  const second = holdInChild(path);
  expect(String((await once(second.stdout, 'data'))[0])).toBe('refused\n');
  second.kill('SIGKILL');
});

test('a folder that cannot be made is an error, not a refusal', async () => {
  await writeFile(join(folder, 'file'), '');
  expect(() => acquireLock(join(folder, 'file', 'a.lock'))).toThrow(/cannot be opened for writing/);
});

async function emptyFile(): Promise<string> {
  const path = join(folder, 'a.lock');
  await writeFile(path, '');
  return path;
}

function shareInChild(path: string) {
  const script = `import { shareLock } from ${MODULE};
    console.log(shareLock(${JSON.stringify(path)}) === null ? 'refused' : 'shared');
    setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

test('nobody acquires what is shared, until the last who shares it has gone, however it went', async () => {
  const path = await emptyFile();
  const child = shareInChild(path);
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

test('what somebody has acquired, and what is not there, cannot be shared', async () => {
  const path = await emptyFile();
  using _acquired = acquireLock(path);
  expect(shareLock(path)).toBeNull();
  expect(shareLock(join(folder, 'none.lock'))).toBeNull();
});
