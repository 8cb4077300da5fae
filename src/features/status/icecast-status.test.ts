import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readIcecastStatus } from './icecast-status.server.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12);

test('[W195] what Icecast says is told while broadcast writes it, and nothing where there is none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'onde-icecast-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'icecast.json');
  const read = () => readIcecastStatus(path, NOW_MS);
  expect(await read()).toBeNull();
  const told = (writtenMs: number, listeners: (number | null)[]) => {
    const mounts = listeners.map((count, at) => [
      `/${at}.mp3`,
      { ms: 1, isOnAir: count !== null, listeners: count },
    ]);
    return writeFile(path, JSON.stringify({ writtenMs, mounts: Object.fromEntries(mounts) }));
  };
  await told(NOW_MS - 2_000, [3, 4, null]);
  expect(await read()).toEqual({ on_air: 2, mounts: 3, listeners: 7 });
  await told(NOW_MS, [null]);
  expect(await read()).toEqual({ on_air: 0, mounts: 1, listeners: null });
  await told(NOW_MS - 3_600_000, [3]);
  expect(await read()).toBeNull();
  await writeFile(path, '{"writtenMs":');
  expect(await read()).toBeNull();
});
