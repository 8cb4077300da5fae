import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { keepWithin, pruneFolder } from './bounded-folder.ts';

const logger = pino({ level: 'silent' });
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onde-bounded-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(name: string, bytes: number, drawnDay: number, usedDay = drawnDay): Promise<void> {
  const path = join(folder, name.slice(0, 2), name);
  await mkdir(join(folder, name.slice(0, 2)), { recursive: true });
  await writeFile(path, Buffer.alloc(bytes));
  await utimes(path, new Date(2026, 0, usedDay), new Date(2026, 0, drawnDay));
}
const names = async () =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort();

test('what was used longest ago goes first, until the rest fits', async () => {
  await put('aa.jpg', 400, 1, 9);
  await put('ab.jpg', 400, 2);
  await put('bb.png', 400, 3);
  await put('bc.png', 100, 4);
  await pruneFolder(folder, 1000);
  expect(await names()).toEqual(['aa.jpg', 'bb.png', 'bc.png']);
});

test('a folder within its bounds, or not there yet, is left as it is', async () => {
  await put('aa.jpg', 400, 1);
  await pruneFolder(folder, 400);
  expect(await names()).toEqual(['aa.jpg']);
  await pruneFolder(join(folder, 'none'), 400);
});

test('[W242] what nobody has asked for in thirty days goes as well, as a picture of who has left', async () => {
  const clock = new ManualClock(new Date(2026, 1, 9).getTime());
  await put('aa.jpg', 4, 1, 9);
  await put('ab.jpg', 4, 1, 11);
  await put('bb.jpg', 4, 2);
  using _keeping = keepWithin({ folder, maxBytes: 500, clock, logger });
  await vi.waitFor(async () => expect(await names()).toEqual(['ab.jpg']), PATIENT);
});

test('it is pruned at the start and every day, until nobody wants it any more', async () => {
  const clock = new ManualClock(new Date(2026, 0, 2).getTime());
  await put('aa.jpg', 400, 1);
  const keeping = keepWithin({ folder, maxBytes: 500, clock, logger });
  await put('bb.jpg', 400, 2);
  clock.advance(24 * 3_600_000);
  await vi.waitFor(async () => expect(await names()).toEqual(['bb.jpg']), PATIENT);
  keeping[Symbol.dispose]();
  await put('cc.jpg', 400, 3);
  clock.advance(48 * 3_600_000);
  expect(await names()).toEqual(['bb.jpg', 'cc.jpg']);
});

test('a folder that cannot be cleared is told once, not every day, and so is its end', async () => {
  const clock = new ManualClock();
  const told: string[] = [];
  const write = (line: string) => void told.push(line);
  const place = join(folder, 'images');
  await writeFile(place, 'in the way');
  const failed = vi.spyOn(Outage.prototype, 'failed');
  using _keeping = keepWithin({
    folder: place,
    maxBytes: 500,
    clock,
    logger: createLogger({ level: 'info', part: 'test', to: { write } }),
  });
  for (const times of [1, 2, 3]) {
    await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(times), PATIENT);
    clock.advance(24 * 3_600_000);
  }
  await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(4), PATIENT);
  expect(told).toEqual([expect.stringMatching(/"reason":"ENOTDIR".*could not clear/)]);
  await rm(place);
  clock.advance(24 * 3_600_000);
  await vi.waitFor(() => expect(told[1]).toMatch(/clears .* again/), PATIENT);
});
