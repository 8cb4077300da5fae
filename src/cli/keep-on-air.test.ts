import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, 'keep-on-air.sh');

test('who starts the radio with a closed input starts it all the same', async () => {
  const { stdout } = await promisify(execFile)('sh', ['-c', 'exec sh "$0" --help <&-', SCRIPT]);
  expect(stdout).toContain('Put the radio on the air');
});

/**
 * What a start prints for which the pinned Node is not there, with an install that is done by so many looks.
 * @param isStopped whether it is told to stop by then instead
 * @param other what another Node does meanwhile
 */
async function startAside(
  looks: number,
  lockAgeMinutes: number,
  packages = 'commander',
  isStopped = false,
  other = 'echo the wrong one',
): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'onde-kept-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const [bin, script] = [join(root, 'bin'), join(root, 'src', 'cli', 'keep-on-air.sh')];
  const lock = join(root, '.onde-install.lock');
  const modules = join(root, 'node_modules', packages);
  for (const folder of [bin, join(root, 'src', 'cli'), lock, modules])
    await mkdir(folder, { recursive: true });
  const then = new Date(Date.now() - lockAgeMinutes * 60_000);
  await utimes(lock, then, then);
  await copyFile(SCRIPT, script);
  const program = (name: string, text: string) =>
    writeFile(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  await program('node', other);
  await program('pinned', 'echo on the air');
  const install = `mkdir -p ${root}/node_modules/.bin && cp ${bin}/pinned ${root}/node_modules/.bin/node`;
  await program(
    'sleep',
    `printf x >> ${root}/looks; [ $(wc -c < ${root}/looks) -lt ${looks} ] || { ${isStopped ? 'kill $PPID' : install}; }`,
  );
  const { stdout } = await promisify(execFile)('sh', [script], {
    env: { PATH: `${bin}:${process.env.PATH}` },
  });
  return stdout;
}

test('a start while an update has taken its Node away waits until that is there, past two minutes too', async () => {
  expect(await startAside(130, 0)).toBe('on the air\n');
});

test('a start in the midst of an update is tried again until all files are there, however long that takes', async () => {
  const told = await startAside(7, 3, 'commander', false, 'echo half of it; exit 203');
  expect(told).toBe(`${'half of it\n'.repeat(7)}on the air\n`);
});

test('a start that is told to stop while it waits for an install ends well, without a word', async () => {
  expect(await startAside(2, 0, '', true)).toBe('');
});

test('a start waits for no install that was killed', async () => {
  expect(await startAside(1, 3)).toBe('the wrong one\n');
});

test('a start says what to do where that install has left no packages', async () => {
  await expect(startAside(1, 3, '')).rejects.toMatchObject({
    code: 1,
    stderr: 'Onde is not installed here yet.\nRun once: npm run build\n',
  });
});
