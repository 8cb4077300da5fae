import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '#src/broadcast/testing/listen.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { freePort } from '../support/free-port.ts';
import { addTones, createHome, endOf } from './support/radio.ts';

const PROGRAM = resolve(import.meta.dirname, '..', '..', 'src', 'cli', 'onde.ts');

test.skipIf(!existsSync('/dev/full'))(
  '[W233] a radio whose log finds no space goes on the air, and stays there',
  async () => {
    await using home = await createHome();
    await addTones(home, 2, 20);
    await using full = await open('/dev/full', 'w');
    const port = await freePort();
    const child = spawn(process.execPath, [PROGRAM, 'broadcast'], {
      cwd: home.stationDir,
      env: {
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: home.folder.root,
        STATION_DIR: home.stationDir,
        LOG_LEVEL: 'debug',
      },
      stdio: ['ignore', full.fd, full.fd],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const origin = `http://127.0.0.1:${port}`;
    const ready = async () => (await fetch(`${origin}/readyz`)).status;
    await vi.waitFor(async () => expect(await ready()).toBe(200), PATIENT);
    using heard = listen(origin, '/stream/dance.mp3');
    await heard.bytes(150_000);
    expect(child.exitCode).toBeNull();
    child.kill('SIGTERM');
    expect(await endOf(child)).toBe(0);
  },
);
