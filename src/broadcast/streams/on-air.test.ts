import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import type { Clock } from '#src/platform/clock/clock.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { goOnAir } from './on-air.ts';

test('streams that lack more than two seconds of sound are not on air, until they have caught up', async () => {
  const root = await mkdtemp(join(tmpdir(), 'onde-on-air-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const manual = new ManualClock();
  /** Time in which this machine did nothing. */
  let lostMs = 0;
  const clock: Clock = {
    nowMs: () => manual.nowMs() + lostMs,
    monotonicMs: () => manual.monotonicMs() + lostMs,
    after: (delayMs, callback) => manual.after(delayMs, callback),
    every: (periodMs, callback) => manual.every(periodMs, callback),
  };
  const current = stationConfig({});
  await using onAir = await goOnAir({
    folder: dataFolder(root),
    station: {
      current,
      problems: [],
      lineOf: () => null,
      onChange: () => ({ [Symbol.dispose]() {} }),
      async [Symbol.asyncDispose]() {},
    },
    mediaBaseUrl: '',
    clock,
    logger: pino({ level: 'silent' }),
    onJournal() {},
    onCatalogue() {},
  });
  expect(onAir.isSounding()).toBe(true);
  lostMs = 1_900;
  expect(onAir.isSounding()).toBe(true);
  lostMs = 2_200;
  expect([onAir.isSounding(), onAir.soundsOn({ streamId: 'dance' })]).toEqual([false, false]);
  manual.advance(3_000);
  expect(onAir.isSounding()).toBe(true);
});
