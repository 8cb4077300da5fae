import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { BACKUP_HOUR, BACKUP_TOO_LONG_MS } from '#src/backup/backup-due.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/contract/durations.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import {
  COPY_UNDER_WAY,
  type LastBackup,
  readLastBackup,
  writeLastBackup,
} from '#src/platform/last-backup/last-backup.ts';
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
      nightAt,
      openJob: endsAtOnce(() => made.push(clock.nowMs())),
    });
    for (let minutes = 0; minutes < 48 * 60; minutes += 10) {
      clock.advance(10 * MINUTE_MS);
      const before = made.length;
      await nightly.look();
      if (isWritten && made.length > before)
        await writeLastBackup(folder.lastBackup, { triedMs: clock.nowMs(), proved: null, failing: null });
    }
    expect(made.map(hourOf)).toEqual(['2026-11-24T20', '2026-11-25T03', '2026-11-26T03']);
  },
);

/** Backups that take no time. */
const endsAtOnce = (onRun: () => void) => (onEnd: (how: number) => Promise<void>) => ({
  run() {
    onRun();
    void onEnd(0);
  },
  async [Symbol.asyncDispose]() {},
});

const hourOf = (ms: number) => new Date(ms).toISOString().slice(0, 13);

/** By a machine in Greenwich. */
function nightAt(nowMs: number): number {
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS + BACKUP_HOUR * HOUR_MS;
  return todayMs > nowMs ? todayMs - DAY_MS : todayMs;
}

/** When backups are made by a machine that is on during these times, in hours since the beginning of a day. */
async function madeWhileOn(times: readonly (readonly [from: number, until: number])[], isSleeping = false) {
  const root = await mkdtemp(join(tmpdir(), 'onde-nightly-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = dataFolder(root);
  const firstMs = Date.UTC(2026, 10, 23);
  const clock = new ManualClock(firstMs + (times[0]?.[0] ?? 0) * HOUR_MS);
  const made: number[] = [];
  const start = () =>
    new NightlyBackups({
      folder,
      clock,
      logger: createLogger({ level: 'silent', part: 'test' }),
      nightAt,
      openJob: endsAtOnce(() => made.push(clock.nowMs())),
    });
  let nightly = start();
  for (const [from, until] of times) {
    clock.setWallClock(firstMs + from * HOUR_MS);
    if (!isSleeping) {
      await nightly[Symbol.asyncDispose]();
      nightly = start();
    }
    while (clock.nowMs() < firstMs + until * HOUR_MS) {
      // The timer would look as well.
      clock.setWallClock(clock.nowMs() + 10 * MINUTE_MS);
      const before = made.length;
      await nightly.look();
      if (made.length > before)
        await writeLastBackup(folder.lastBackup, { triedMs: clock.nowMs(), proved: null, failing: null });
    }
  }
  await nightly[Symbol.asyncDispose]();
  return made.map(hourOf);
}

const eachDay = (from: number, until: number) => [0, 24, 48].map((day) => [day + from, day + until] as const);

test.each([
  ['on in the morning', 9, 12, false],
  ['on for two hours', 18, 20, false],
  ['on in the evening', 22, 24, false],
  ['asleep but in the morning', 9, 12, true],
])('[R196] a machine that is %s has a backup each day', async (_what, from, until, isSleeping) => {
  const made = await madeWhileOn(eachDay(from, until), isSleeping);
  const hour = String(from).padStart(2, '0');
  expect(made).toEqual(['23', '24', '25'].map((day) => `2026-11-${day}T${hour}`));
});

test('[R196] starts that do not last have no backup but that of the night', async () => {
  const starts = Array.from({ length: 4 * 24 }, (_, at) => [12 + at / 4, 12.15 + at / 4] as const);
  expect(await madeWhileOn([[0, 4], ...starts])).toEqual(['2026-11-23T00', '2026-11-24T03']);
});

/** Backups that end as they are told to; gives what is written down after each, and when each was begun. */
async function runEnding(hows: (number | string)[], before: LastBackup | null) {
  const root = await mkdtemp(join(tmpdir(), 'onde-nightly-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = dataFolder(root);
  if (before !== null) await writeLastBackup(folder.lastBackup, before);
  const clock = new ManualClock(NIGHT_MS);
  const told: string[] = [];
  const written: (LastBackup | null)[] = [];
  const begunMs: number[] = [];
  let end: ((how: number | string) => Promise<void>) | null = null;
  await using nightly = new NightlyBackups({
    folder,
    clock,
    logger: createLogger({ level: 'warn', part: 'test', to: { write: (line) => void told.push(line) } }),
    nightAt,
    openJob(onEnd) {
      end = onEnd;
      return { run: () => void begunMs.push(clock.nowMs()), async [Symbol.asyncDispose]() {} };
    },
  });
  for (const how of hows) {
    // The timer would look as well.
    clock.setWallClock(clock.nowMs() + 10 * MINUTE_MS);
    const begun = begunMs.length;
    await nightly.look();
    if (begunMs.length > begun) await (end as ((how: number | string) => Promise<void>) | null)?.(how);
    written.push(await readLastBackup(folder.lastBackup));
  }
  return { written, begunMs, told: told.join('') };
}

const NIGHT_MS = Date.UTC(2026, 10, 25, 3);
const PROVED = { atMs: NIGHT_MS - DAY_MS, name: 'onde.backup', bytes: 1, seconds: 1, rows: 1 };
const WELL: LastBackup = { triedMs: PROVED.atMs, proved: PROVED, failing: null };

test.each([
  ['SIGKILL', /ended by SIGKILL before it was proved.*memory/],
  ['spawn ENOMEM', /could not be started: spawn ENOMEM/],
  [1, /exit code 1 .*npx onde backup/],
])(
  '[R197] a backup that ends with %s and says nothing has failed, and is told like the others',
  async (how, reason) => {
    const { written, begunMs, told } = await runEnding([how, 0], WELL);
    const triedMs = NIGHT_MS + 10 * MINUTE_MS;
    const failing = { sinceMs: triedMs, reason: expect.stringMatching(reason) };
    expect(written[0]).toEqual({ triedMs, proved: PROVED, failing });
    expect(told).toMatch(reason);
    // The next one has its time in the next night.
    expect(begunMs).toEqual([triedMs]);
    const first = await runEnding([how], null);
    expect(first.written[0]).toEqual({ triedMs, proved: null, failing });
    const again = await runEnding([how], { ...WELL, failing: { sinceMs: 7, reason: 'the disk is full' } });
    expect(again.written[0]?.failing).toEqual({ sinceMs: 7, reason: expect.stringMatching(reason) });
  },
);

test('[R197] a backup that is refused because another one is under way is made at the next look', async () => {
  const { written, begunMs, told } = await runEnding([COPY_UNDER_WAY, COPY_UNDER_WAY, 'SIGKILL', 0], WELL);
  expect(written.slice(0, 2)).toEqual([WELL, WELL]);
  expect(begunMs).toEqual([1, 2, 3].map((looks) => NIGHT_MS + looks * 10 * MINUTE_MS));
  expect(written[3]?.failing?.sinceMs).toBe(begunMs[2]);
  expect(told).not.toContain(`exit code ${COPY_UNDER_WAY}`);
});

test.each(['SIGTERM', 'SIGINT', 130])(
  '[R197] a backup that is asked to end, by %s, has not failed',
  async (how) => {
    const { written, begunMs, told } = await runEnding([how, 0], WELL);
    expect(written).toEqual([WELL, WELL]);
    expect(begunMs).toHaveLength(1);
    expect(told).toBe('');
  },
);

test('[R197] what a backup has written down itself stays', async () => {
  const root = await mkdtemp(join(tmpdir(), 'onde-nightly-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = dataFolder(root);
  const clock = new ManualClock(NIGHT_MS);
  const failing = { sinceMs: NIGHT_MS, reason: 'no bucket of that name' };
  const own: LastBackup = { triedMs: NIGHT_MS + 10 * MINUTE_MS + 700, proved: null, failing };
  let ended = Promise.resolve();
  await using nightly = new NightlyBackups({
    folder,
    clock,
    logger: createLogger({ level: 'silent', part: 'test' }),
    nightAt,
    openJob: (onEnd) => ({
      run() {
        ended = writeLastBackup(folder.lastBackup, own).then(() => onEnd(1));
      },
      async [Symbol.asyncDispose]() {},
    }),
  });
  clock.setWallClock(clock.nowMs() + 10 * MINUTE_MS);
  await nightly.look();
  await ended;
  expect(await readLastBackup(folder.lastBackup)).toEqual(own);
});

test('[R196] after a clock was set back one backup is made, though it takes long and the disk is full', async () => {
  const { begunMs, end, lookFor } = await openHanging({ ...WELL, triedMs: NIGHT_MS + 30 * DAY_MS });
  await lookFor(30 * MINUTE_MS);
  // What is there of its result is still that of before.
  await end(0);
  await lookFor(DAY_MS);
  expect(begunMs.map(hourOf)).toEqual(['2026-11-25T03', '2026-11-26T03']);
});

/** Backups that end in one way at once, or when the test says so; looks each ten minutes. */
async function openHanging(before: LastBackup, endsWith: number | null = null) {
  const root = await mkdtemp(join(tmpdir(), 'onde-nightly-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = dataFolder(root);
  await writeLastBackup(folder.lastBackup, before);
  const clock = new ManualClock(NIGHT_MS);
  const told: string[] = [];
  const begunMs: number[] = [];
  let onEnd = async (_how: number | string) => {};
  const nightly = new NightlyBackups({
    folder,
    // Looks are the test's own, so that it waits for each.
    clock: {
      nowMs: () => clock.nowMs(),
      monotonicMs: () => clock.monotonicMs(),
      after: (delayMs, callback) => clock.after(delayMs, callback),
      every: () => ({ [Symbol.dispose]() {} }),
    },
    logger: createLogger({ level: 'warn', part: 'test', to: { write: (line) => void told.push(line) } }),
    nightAt,
    openJob(heard) {
      onEnd = heard;
      const run = () => {
        begunMs.push(clock.nowMs());
        if (endsWith !== null) void heard(endsWith);
      };
      return { run, async [Symbol.asyncDispose]() {} };
    },
  });
  onTestFinished(() => nightly[Symbol.asyncDispose]());
  return {
    begunMs,
    told,
    folder,
    end: (how: number | string) => onEnd(how),
    /** The machine sleeps, or its clock is set. */
    sleep: (ms: number) => clock.setWallClock(clock.nowMs() + ms),
    async lookFor(ms: number) {
      for (let passedMs = 0; passedMs < ms; passedMs += 10 * MINUTE_MS) {
        clock.advance(10 * MINUTE_MS);
        await nightly.look();
      }
      return readLastBackup(folder.lastBackup);
    },
  };
}

test('[R205] a backup that hangs is told once it has taken too long, like one that failed, and once', async () => {
  const { begunMs, told, end, folder, lookFor } = await openHanging(WELL);
  expect(await lookFor(BACKUP_TOO_LONG_MS)).toEqual(WELL);
  expect(told).toEqual([]);
  const begun = begunMs[0] ?? 0;
  const reason = expect.stringMatching(/under way for 6 hours .*BACKUP_DIR/);
  const late = { triedMs: begun, proved: PROVED, failing: { sinceMs: begun, reason } };
  expect(await lookFor(10 * MINUTE_MS)).toEqual(late);
  expect(await lookFor(2 * HOUR_MS)).toEqual(late);
  expect(told).toHaveLength(1);
  // What becomes of it at last is written down as well, and is the same failure.
  await end('SIGKILL');
  expect(await readLastBackup(folder.lastBackup)).toEqual({
    ...late,
    failing: { sinceMs: begun, reason: expect.stringMatching(/SIGKILL/) },
  });
  expect(begunMs).toHaveLength(1);
});

test('[R205] a backup over which the machine slept for the night has not taken long', async () => {
  const { told, sleep, lookFor } = await openHanging(WELL);
  await lookFor(HOUR_MS);
  sleep(8 * HOUR_MS);
  expect(await lookFor(BACKUP_TOO_LONG_MS - HOUR_MS)).toEqual(WELL);
  expect(told).toEqual([]);
  await lookFor(20 * MINUTE_MS);
  expect(told).toHaveLength(1);
});

test('[R205] one that took long and was proved is well, and the next may hang again', async () => {
  const { begunMs, told, end, folder, lookFor } = await openHanging(WELL);
  await lookFor(BACKUP_TOO_LONG_MS + HOUR_MS);
  expect(told).toHaveLength(1);
  const made = { triedMs: (begunMs[0] ?? 0) + 700, proved: PROVED, failing: null };
  await writeLastBackup(folder.lastBackup, made);
  await end(0);
  expect(await lookFor(HOUR_MS)).toEqual(made);
  const next = await lookFor(DAY_MS);
  expect(begunMs.map(hourOf)).toEqual(['2026-11-25T03', '2026-11-26T03']);
  expect(next?.failing?.sinceMs).toBe(begunMs[1]);
  expect(told).toHaveLength(2);
});

test('[R205] one that is refused for as long, because another one never ends, is told and still made', async () => {
  const { begunMs, told, lookFor } = await openHanging(WELL, COPY_UNDER_WAY);
  expect(await lookFor(BACKUP_TOO_LONG_MS)).toEqual(WELL);
  expect(begunMs.length).toBeGreaterThan(3);
  const last = await lookFor(10 * MINUTE_MS);
  expect(last?.failing).toEqual({
    sinceMs: expect.any(Number),
    reason: expect.stringMatching(/waited for 6 hours for another/),
  });
  expect(told).toHaveLength(1);
  const tries = begunMs.length;
  await lookFor(DAY_MS - BACKUP_TOO_LONG_MS);
  expect(begunMs.length).toBeGreaterThan(tries);
});
