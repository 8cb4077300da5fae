import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { systemClock } from '#src/platform/clock/clock.ts';
import { sourceHead } from './icecast-server.ts';
import { IcecastSource } from './icecast-source.ts';
import { openFakeIcecast } from './testing/fake-icecast.ts';

/** More than the kernel holds between two sockets of one machine. */
const LARGE = Buffer.alloc(32 << 20);

async function openSource(icecast: Awaited<ReturnType<typeof openFakeIcecast>>): Promise<IcecastSource> {
  const words = { name: 'Onde', genre: '', description: '', url: '', isPublic: false };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const source = new IcecastSource({
    server: icecast.server,
    head: sourceHead(icecast.server, '/dance.mp3', words),
    clock: systemClock,
    onAir: resolve,
    onEnd: (trouble, reason) => reject(new Error(`${trouble}: ${reason}`)),
  });
  await promise;
  return source;
}

test('[W193] what was written is told to be so once it has left, not while Icecast does not read it', async () => {
  await using icecast = await openFakeIcecast();
  icecast.state.reads = false;
  using source = await openSource(icecast);
  await source.written();
  source.write(LARGE);
  expect(source.waitingBytes).toBeGreaterThan(0);
  expect(await Promise.race([source.written().then(() => 'written'), delay(50, 'not yet')])).toBe('not yet');
  icecast.readOn();
  await source.written();
  expect(source.waitingBytes).toBe(0);
});

test('nobody waits for what will never leave', async () => {
  await using icecast = await openFakeIcecast();
  icecast.state.reads = false;
  using source = await openSource(icecast);
  source.write(LARGE);
  icecast.cutAll();
  await source.written();
  expect(source.isOnAir).toBe(false);
});
