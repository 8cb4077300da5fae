import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NowPlaying } from '#src/broadcast/now-playing/now-playing.wire.ts';
import type { ToWeb } from '#src/broadcast/supervision/web-process.wire.ts';
import { endOf } from '../broadcast/support/radio.ts';

const PROGRAM = resolve(import.meta.dirname, '..', '..', 'src', 'cli', 'onde.ts');
const ON_AIR: NowPlaying = {
  version: 'onde',
  artiste: 'Nova Kessler',
  titre: 'Midnight Ferry',
  pochette: '/covers/nova_kessler_midnight_ferry.jpg',
  slug: 'nova-kessler-midnight-ferry',
  started_at: '2026-11-21T11:00:00.000Z',
  duration: 200,
};

let folder: string;
let web: ChildProcess;
let socketPath: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onde-web-process-'));
  socketPath = join(folder, 'web.sock');
  web = fork(PROGRAM, ['web', '--socket', socketPath], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: folder,
      STATION_DIR: join(folder, 'station'),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [message] = await once(web, 'message');
  expect(message).toEqual({ type: 'ready' });
});
afterEach(async () => {
  web.kill('SIGKILL');
  // Until it is gone it may write into the folder.
  await endOf(web);
  await rm(folder, { recursive: true });
});

const tell = (message: ToWeb) => web.send(message);

function get(path: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { socketPath, path, headers: { 'x-forwarded-for': '203.0.113.9' } },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    request.once('error', reject).end();
  });
}

test('a page shows what broadcast says is on air', async () => {
  tell({ type: 'now-playing', tracks: [ON_AIR] });
  await expect.poll(async () => (await get(`/fr/dance?${Math.random()}`)).text).toContain('Midnight Ferry');
});

test('behind the front door, the caller’s address is the one that it appended', async () => {
  expect(JSON.parse((await get('/api-proxy.php?endpoint=ip')).text)).toMatchObject({ ip: '203.0.113.9' });
});

test('a process that is told to stop answers what it has been asked, then ends well', async () => {
  const agent = new Agent({ keepAlive: true });
  const request = httpRequest({
    socketPath,
    agent,
    method: 'POST',
    path: '/api-proxy.php?endpoint=check-pseudo',
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked', expect: '100-continue' },
  });
  request.flushHeaders();
  await once(request, 'continue');
  tell({ type: 'stop' });
  await expect.poll(() => get('/robots.txt').catch(() => 'refused')).toBe('refused');
  request.end('{"pseudo":"wave"}');
  const [response] = await once(request, 'response');
  response.resume();
  expect(response.statusCode).toBe(200);
  // A connection kept open for more would hold it for eight seconds.
  expect(response.headers.connection).toBe('close');
  expect(await once(web, 'exit')).toEqual([0, null]);
  agent.destroy();
});

test('a process whose parent goes away does not stay behind', async () => {
  web.disconnect();
  expect(await once(web, 'exit')).toEqual([0, null]);
});
