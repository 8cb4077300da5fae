import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { freePort } from '../support/free-port.ts';
import { ended, runOnde, startOnde } from '../support/run-onde.ts';
import { addTones, createHome, startRadio } from './support/radio.ts';

const PROGRAM = resolve(import.meta.dirname, '..', '..', 'src', 'cli', 'onde.ts');

/** Starts a web process of the radio in a home. */
const startOnPort = (
  home: Awaited<ReturnType<typeof createHome>>,
  port: number,
  more: Record<string, string> = {},
) =>
  startOnde(['web', '--port', String(port), '--without-pages'], {
    HOST: '127.0.0.1',
    DATA_DIR: home.folder.root,
    STATION_DIR: home.stationDir,
    ...more,
  });

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

test.each([
  ['', /What is given for "--socket" is empty/],
  ['/no/such/folder/web.sock', /cannot listen on \/no\/such\/folder\/web\.sock.*its folder has to be there/s],
])('a socket that cannot be, %j, is said in words', async (socket, words) => {
  await using home = await createHome();
  const { how, told } = await runOnde(['web', '--socket', socket, '--without-pages'], {
    DATA_DIR: home.folder.root,
    STATION_DIR: home.stationDir,
  });
  expect(told).toMatch(words);
  expect(told).not.toContain('    at ');
  expect(how).toBe(1);
});

test('a file that is where a socket shall be stays', async () => {
  await using home = await createHome();
  const file = join(home.folder.root, 'notes.txt');
  await writeFile(file, 'mine');
  const { how, told } = await runOnde(['web', '--socket', file, '--without-pages'], {
    DATA_DIR: home.folder.root,
    STATION_DIR: home.stationDir,
  });
  expect(told).toContain(`${file} is there already, and is no socket.`);
  expect([how, await readFile(file, 'utf8')]).toEqual([1, 'mine']);
});

test('a web process on a port says whether music is on air, beside an embedded database too', async () => {
  await using home = await createHome();
  await addTones(home, 2, 3);
  const port = await freePort();
  const child = startOnPort(home, port);
  const end = ended(child);
  const ready = async (query = '') => {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz${query}`);
    return { status: answer.status, ...JSON.parse(await answer.text()) };
  };
  try {
    await vi.waitFor(
      async () => expect(await ready()).toMatchObject({ status: 503, broadcast: false }),
      PATIENT,
    );
    expect(await ready('?part=web')).toMatchObject({ status: 200, web: true });
    await using _radio = await startRadio(home);
    expect(await ready()).toMatchObject({ status: 200, success: true, broadcast: true, web: true });
  } finally {
    child.kill('SIGTERM');
  }
  expect((await end).how).toBe(0);
});

test('a request under way is answered by a web process that is told to stop, however often', async () => {
  await using home = await createHome();
  const port = await freePort();
  const child = startOnPort(home, port);
  const end = ended(child);
  const origin = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect((await fetch(`${origin}/healthz`)).status).toBe(200), PATIENT);
  const call = request(`${origin}/api-proxy.php?endpoint=check-pseudo`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Expect: '100-continue' },
  });
  const answered = once(call, 'response');
  call.flushHeaders();
  await once(call, 'continue');
  call.write('{');
  child.kill('SIGTERM');
  await delay(100);
  child.kill('SIGTERM');
  await delay(100);
  call.end('}');
  const [answer] = await answered;
  expect(await json(answer)).toMatchObject({ success: false });
  expect((await end).how).toBe(0);
});

test('a second Ctrl-C ends a web process that still waits for a database that does not answer', async () => {
  await using home = await createHome();
  await using database = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  const asked = once(database, 'connection');
  await once(database, 'listening');
  const address = database.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port.');
  const child = startOnPort(home, await freePort(), {
    DATABASE_URL: `postgres://onde@127.0.0.1:${address.port}/onde`,
  });
  const end = ended(child);
  await asked;
  child.kill('SIGINT');
  await delay(1_500);
  child.kill('SIGINT');
  expect((await end).how).toBe('SIGKILL');
});
