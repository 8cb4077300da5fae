import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, 'keep-on-air.sh');

test('who starts the radio with a closed input starts it all the same', async () => {
  const { stdout } = await promisify(execFile)('sh', ['-c', 'exec sh "$0" --help <&-', SCRIPT]);
  expect(stdout).toContain('Put the radio on the air');
});

test('a start while an update has taken its Node away waits until that is there', async () => {
  const root = await mkdtemp(join(tmpdir(), 'onde-kept-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const [bin, script] = [join(root, 'bin'), join(root, 'src', 'cli', 'keep-on-air.sh')];
  for (const folder of [bin, join(root, 'src', 'cli'), join(root, '.onde-install.lock')])
    await mkdir(folder, { recursive: true });
  await copyFile(SCRIPT, script);
  const program = (name: string, text: string) =>
    writeFile(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  await program('node', 'echo the wrong one');
  await program('pinned', 'echo on the air');
  // The update is done by the second look.
  const install = `mkdir -p ${root}/node_modules/.bin && cp ${bin}/pinned ${root}/node_modules/.bin/node`;
  await program('sleep', `[ -e ${root}/looked ] && ${install}\ntouch ${root}/looked`);
  const { stdout } = await promisify(execFile)('sh', [script], {
    env: { PATH: `${bin}:${process.env.PATH}` },
  });
  expect(stdout).toBe('on the air\n');
});
