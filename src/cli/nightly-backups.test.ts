import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { writeLastBackup } from '#src/platform/last-backup/last-backup.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { dataFolder } from '#src/platform/settings/data-folder.ts';
import { NightlyBackups } from './nightly-backups.ts';

test.each([true, false])(
  'each night has one backup, whether its result could be written down (%s) or not',
  async (isWritten) => {
    const root = await mkdtemp(join(tmpdir(), 'onde-nightly-'));
    onTestFinished(() => rm(root, { recursive: true }));
    const folder = dataFolder(root);
    const clock = new ManualClock(Date.UTC(2026, 10, 24, 20));
    const made: number[] = [];
    await using nightly = new NightlyBackups({
      folder,
      clock,
      logger: createLogger({ level: 'silent', part: 'test' }),
      hourAt: (ms) => new Date(ms).getUTCHours(),
      job: { run: () => void made.push(clock.nowMs()), async [Symbol.asyncDispose]() {} },
    });
    for (let minutes = 0; minutes < 48 * 60; minutes += 10) {
      clock.advance(10 * MINUTE_MS);
      const before = made.length;
      await nightly.look();
      if (isWritten && made.length > before)
        await writeLastBackup(folder.lastBackup, { triedMs: clock.nowMs(), proved: null, failing: null });
    }
    expect(made.map((ms) => new Date(ms).toISOString().slice(0, 13))).toEqual([
      '2026-11-25T03',
      '2026-11-26T03',
    ]);
    expect((made[1] ?? 0) - (made[0] ?? 0)).toBeLessThan(25 * HOUR_MS);
  },
);

test('[R196] a machine that is off each night has its first backup by day', async () => {
  const root = await mkdtemp(join(tmpdir(), 'onde-nightly-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const clock = new ManualClock(Date.UTC(2026, 10, 24, 9));
  const made: number[] = [];
  await using nightly = new NightlyBackups({
    folder: dataFolder(root),
    clock,
    logger: createLogger({ level: 'silent', part: 'test' }),
    hourAt: (ms) => new Date(ms).getUTCHours(),
    job: { run: () => void made.push(clock.nowMs()), async [Symbol.asyncDispose]() {} },
  });
  for (let minutes = 0; minutes < 9 * 60; minutes += 10) {
    clock.advance(10 * MINUTE_MS);
    await nightly.look();
  }
  expect(made).toEqual([Date.UTC(2026, 10, 24, 17)]);
});
