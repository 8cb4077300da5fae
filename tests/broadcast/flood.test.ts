import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { listen } from '#src/broadcast/testing/listen.ts';
import { ensureBuilt } from '#src/cli/ensure-built.ts';
import { STREAM_IDS } from '#src/contract/streams.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { flood } from './support/flood.ts';
import { addTones, createHome, type Home, startRadio } from './support/radio.ts';

const OPEN_FILES = 320;
const FLOOD_MS = 9_000;
const PIECE_SECONDS = 4;
/** Generous beside the second that it should take: the machine that runs the tests has other things to do. */
const SOON_MS = 15_000;

const VIDEO = '/videos/artist_1_tone_1.mp4';
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: radio.example.org\r\n\r\n`;
const ATTACK = [get('/now-playing/events'), 'GET /now-playing/events HTTP/1.1\r\nHost: ra', get(VIDEO)];

/** A video of 32 MB, longer than any socket's buffer, in no more than a block of the disk. */
async function addVideo(home: Home): Promise<void> {
  await mkdir(join(home.stationDir, 'videos'));
  const head = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1');
  await writeFile(
    join(home.stationDir, 'videos', 'Artist 1 - Tone 1.mp4'),
    Buffer.concat([head, Buffer.alloc(32 << 20)]),
  );
}

test('an address that takes all it can get ends neither the music nor the pages of others', async () => {
  await using home = await createHome();
  await addTones(home, 3, PIECE_SECONDS);
  await addVideo(home);
  // A build needs more open files than there will be.
  await ensureBuilt(() => {});
  await using radio = await startRadio(home, { command: 'start', openFiles: OPEN_FILES });
  await vi.waitFor(
    async () => expect((await fetch(`${radio.origin}${VIDEO}`, { method: 'HEAD' })).status).toBe(200),
    PATIENT,
  );
  const listeners = STREAM_IDS.flatMap((id) =>
    ['127.0.0.2', '127.0.0.3'].map((localAddress) =>
      listen(radio.origin, `/stream/${id}.mp3`, { localAddress }),
    ),
  );
  for (const one of listeners) await one.bytes(40_000);

  using attack = flood(radio.origin, {
    localAddress: '127.0.0.88',
    requests: ATTACK,
    connections: OPEN_FILES,
  });
  const untilMs = performance.now() + FLOOD_MS;
  const slowest = { page: 0, health: 0, listener: 0 };
  while (performance.now() < untilMs) {
    for (const [name, path] of [
      ['health', '/healthz'],
      ['page', '/api-proxy.php?endpoint=ip'],
      ['listener', '/stream/club.mp3'],
    ] as const) {
      const startMs = performance.now();
      using heard = listen(radio.origin, path, {
        localAddress: '127.0.0.4',
        headers: { Connection: 'close' },
      });
      expect((await heard.head()).status, name).toBe(200);
      slowest[name] = Math.max(slowest[name], performance.now() - startMs);
    }
    await delay(500);
  }
  for (const tookMs of Object.values(slowest)) expect(tookMs).toBeLessThan(SOON_MS);
  expect(attack.lost()).toBeGreaterThan(0);

  for (const one of listeners) {
    await one.bytes(one.body().length + 20_000);
    one[Symbol.dispose]();
  }
  const told = radio.output.join('\n');
  expect(told).not.toMatch(/leaves it out|music file|no longer answers|cut a track short|EMFILE/);
});
