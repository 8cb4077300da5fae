import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acquireLock } from './acquire-lock.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onde-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

function holdInChild(path: string) {
  const module = JSON.stringify(new URL('./acquire-lock.ts', import.meta.url).href);
  const script = `import { acquireLock } from ${module};
    console.log(acquireLock(${JSON.stringify(path)}) ? 'held' : 'refused'); setInterval(() => {}, 1000);`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

it('a second holder in the same process is refused until the first lets go', () => {
  const path = join(folder, 'deep', 'a.lock');
  const first = acquireLock(path);
  expect(first).not.toBeNull();
  expect(acquireLock(path)).toBeNull();
  first?.[Symbol.dispose]();
  first?.[Symbol.dispose]();
  using again = acquireLock(path);
  expect(again).not.toBeNull();
});

it('a lock held by another process is refused, and free again once that process is killed', async () => {
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

it('a folder that cannot be made is an error, not a refusal', async () => {
  await writeFile(join(folder, 'file'), '');
  expect(() => acquireLock(join(folder, 'file', 'a.lock'))).toThrow(/cannot be opened for writing/);
});
