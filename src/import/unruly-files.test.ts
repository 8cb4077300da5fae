import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { systemClock } from '#src/platform/clock/clock.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { TemporaryStation } from './testing/temporary-station.ts';

const UNRULY = { entry: new URL('./testing/unruly-worker.ts', import.meta.url) };

async function stationWith(...names: string[]): Promise<TemporaryStation> {
  const station = await TemporaryStation.create();
  for (const [seed, name] of [...names, 'Z good'].entries()) {
    await station.putAudio(`music/dance/${name}.wav`, { seed });
  }
  return station;
}

test('a file that keeps the decoder busy for ever is refused when its time is over, and the rest comes in', async () => {
  await using station = await stationWith('A hang');
  const importing = station.import({ worker: UNRULY });
  await vi.waitFor(() => access(join(station.root, 'unruly')), PATIENT);
  station.clock.advance(60_000);
  expect(await station.records()).toEqual([]);
  station.clock.advance(10_000);
  const refusal = {
    path: 'music/dance/A hang.wav',
    reason: expect.stringMatching(/^keeps the decoder busy for more/),
  };
  expect(await importing).toMatchObject({ rendered: 1, skipped: [refusal] });
  expect(await station.import()).toMatchObject({ unchanged: 1, rendered: 0, skipped: [refusal] });
});

test('a file whose disk does not answer is not called damaged, and comes in once that does', async () => {
  await using station = await stationWith('A stall');
  const importing = station.import({ worker: UNRULY });
  await vi.waitFor(() => access(join(station.root, 'unruly')), PATIENT);
  // What a process runs is measured by the system's clock.
  await setTimeout(2_000);
  station.clock.advance(70_000);
  expect(await importing).toMatchObject({
    rendered: 1,
    skipped: [{ reason: expect.stringMatching(/^could not be read just now/) }],
    isToBeTriedAgain: true,
  });
  expect(await station.import()).toMatchObject({ rendered: 1, skipped: [], isToBeTriedAgain: false });
});

test('a file that takes too much memory costs its worker, not the machine, and is refused after a try alone', async () => {
  await using station = await stationWith('A bloat', 'B bloat');
  const worker = { ...UNRULY, memoryBytesMax: 250e6 };
  const report = await station.import({ worker, clock: systemClock, workers: 2 });
  expect(report.rendered).toBe(1);
  expect(report.skipped).toMatchObject([
    { path: 'music/dance/A bloat.wav', reason: 'takes more than 250 MB of memory to be decoded' },
    { path: 'music/dance/B bloat.wav', reason: 'takes more than 250 MB of memory to be decoded' },
  ]);
});

test('a file over which a worker ended once is taken in at its second try', async () => {
  await using station = await stationWith('A die once');
  expect(await station.import({ worker: UNRULY })).toMatchObject({ rendered: 2, skipped: [] });
});

test('a file that ends every worker is refused, listed again, and not tried again until it changes', async () => {
  await using station = await stationWith('A die');
  const refusal = {
    path: 'music/dance/A die.wav',
    reason: expect.stringMatching(/^brought the decoder down twice/),
  };
  expect(await station.import({ worker: UNRULY })).toMatchObject({ rendered: 1, skipped: [refusal] });
  expect(await station.import()).toMatchObject({ rendered: 0, skipped: [refusal] });
  await station.putAudio('music/dance/A die.wav', { seed: 7, seconds: 4 });
  expect(await station.import()).toMatchObject({ rendered: 1, skipped: [] });
});

test('a file that is renamed while it is measured is taken in under its new name, and stops nothing', async () => {
  await using station = await stationWith('A leave');
  expect(await station.import({ worker: UNRULY })).toMatchObject({ files: 2, rendered: 2, skipped: [] });
  await station.recordOf('music/dance/A come back.wav');
});
