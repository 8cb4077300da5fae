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

/** The streams of a station on the air, on a machine that can stand still. */
async function openStation() {
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
  const log: string[] = [];
  const current = stationConfig({});
  const onAir = await goOnAir({
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
    logger: pino({ level: 'warn' }, { write: (line) => void log.push(line) }),
    onJournal() {},
    onCatalogue() {},
  });
  return {
    onAir,
    log,
    advance: (ms: number) => manual.advance(ms),
    /** Lets time pass in which nothing runs. */
    standStill(ms: number) {
      lostMs += ms;
    },
    [Symbol.asyncDispose]: () => onAir[Symbol.asyncDispose](),
  };
}

test('streams that lack more than two seconds of sound are not on air, until they have caught up', async () => {
  await using station = await openStation();
  const { onAir } = station;
  expect(onAir.isSounding()).toBe(true);
  station.standStill(1_900);
  expect(onAir.isSounding()).toBe(true);
  station.standStill(300);
  expect([onAir.isSounding(), onAir.soundsOn({ streamId: 'dance' })]).toEqual([false, false]);
  station.advance(3_000);
  expect(onAir.isSounding()).toBe(true);
});

test('a machine that stood still is one line of the log for all streams, and one more when it does again', async () => {
  await using station = await openStation();
  const stalls = () => station.log.filter((line) => line.includes('the machine stalled'));
  for (const times of [1, 2]) {
    station.standStill(12_000);
    station.advance(3_000);
    expect(stalls()).toHaveLength(times);
  }
  expect(station.onAir.mounts.size).toBe(8);
});
