import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SITE_KEPT_SECONDS } from '#src/contract/limits.ts';
import { slotId } from '#src/features/slots/slot-counts.server.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { PictureFault } from '#src/platform/pictures/picture-process.ts';
import { ProcessStartError } from '#src/platform/process/guarded-process.ts';
import type { SlotConfig } from '#src/station/config/adverts-yaml.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { onStationDisk } from '#src/station/folder/station-disk.ts';
import { DrawnImages } from './drawn-images.ts';
import { slotAnswers } from './slot-answer.ts';

const SLOT: SlotConfig = { place: 'card', image: 'summer.png', link: 'https://example.org/', alt: 'Summer' };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onde-slots-'));
  await writeFile(join(folder, SLOT.image), 'a picture');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The advert's picture before a decoder that fails as it is told. */
function openSlot(slot = SLOT, draw: () => Promise<Buffer<ArrayBuffer>> = async () => Buffer.from('drawn')) {
  const clock = new ManualClock();
  const told: string[] = [];
  const logger = createLogger({ level: 'info', part: 'test', to: { write: (line) => void told.push(line) } });
  const decoder: { fault: Error | null; asked: number } = { fault: null, asked: 0 };
  const station = stationConfig({ slots: [slot] });
  const answer = slotAnswers({
    images: new DrawnImages({ cacheFolder: folder, clock, logger }),
    pictureProcess: {
      async draw() {
        decoder.asked += 1;
        if (decoder.fault !== null) throw decoder.fault;
        return draw();
      },
    },
    clock,
    settings: { stationDir: folder },
    logger,
    station: () => station,
  });
  const statusOf = async (query = '') => {
    const request = new Request(`http://radio.example/slots/x.webp${query}`);
    const answered = await answer(request, slotId(slot));
    await answered.arrayBuffer();
    return answered.status;
  };
  return { clock, told, decoder, statusOf };
}

test('a picture that is none is told once, and asks the decoder nothing for an hour', async () => {
  const { clock, told, decoder, statusOf } = openSlot();
  decoder.fault = new PictureFault('It brought the decoder down twice.');
  expect([await statusOf(), await statusOf('?w=640'), await statusOf()]).toEqual([404, 404, 404]);
  expect(decoder.asked).toBe(1);
  expect(told).toEqual([expect.stringMatching(/brought the decoder down.*put another one in its place/)]);
  clock.advance(SITE_KEPT_SECONDS * 1_000);
  decoder.fault = null;
  expect([await statusOf(), decoder.asked]).toEqual([200, 2]);
});

test('another picture in the place of a broken one is drawn at once', async () => {
  const { decoder, statusOf } = openSlot();
  decoder.fault = new PictureFault('It is damaged.');
  expect(await statusOf()).toBe(404);
  decoder.fault = null;
  await writeFile(join(folder, SLOT.image), 'a better one');
  await utimes(join(folder, SLOT.image), 1, 1);
  expect(await statusOf()).toBe(200);
});

test('a decoder that cannot start is tried again for the next visitor', async () => {
  const { told, decoder, statusOf } = openSlot();
  decoder.fault = new ProcessStartError('no memory');
  expect([await statusOf(), await statusOf()]).toEqual([404, 404]);
  expect(told).toEqual([expect.stringMatching(/look whether this machine has memory left/)]);
  decoder.fault = null;
  expect([await statusOf(), decoder.asked]).toEqual([200, 3]);
});

test('a picture whose name a Mac has written is found by its name as it is typed', async () => {
  await writeFile(join(folder, 'e\u0301te\u0301.png'), 'a picture');
  const { statusOf } = openSlot({ ...SLOT, image: '\u00e9t\u00e9.png' });
  expect(await statusOf()).toBe(200);
});

test('while pictures are drawn the disk of the station is free for others', async () => {
  const drawing = Promise.withResolvers<Buffer<ArrayBuffer>>();
  const { statusOf } = openSlot(SLOT, () => drawing.promise);
  const asked = Promise.all(['', '?w=640', '', '?w=640'].map(statusOf));
  expect(await onStationDisk(async () => 'free')).toBe('free');
  drawing.resolve(Buffer.from('drawn'));
  expect(await asked).toEqual([200, 200, 200, 200]);
});
