import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createHome } from './support/radio.ts';

const PROGRAM = resolve(import.meta.dirname, '..', '..', 'src', 'cli', 'onde.ts');

test('a web process whose broadcast is gone before it is ready ends by itself, and says so in one line', async () => {
  await using home = await createHome();
  const child = fork(PROGRAM, ['web', '--socket', join(home.folder.root, 'web.sock')], {
    env: { PATH: process.env.PATH, DATA_DIR: home.folder.root, STATION_DIR: home.stationDir },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  if (child.stdout === null || child.stderr === null) throw new Error('It prints nowhere.');
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'exit');
  child.disconnect();
  const [words] = await Promise.all([printed, ended]);
  expect(words.join('\n')).toContain('broadcast ended while the web process started');
  expect([words[1], child.exitCode]).toEqual(['', 0]);
});
