import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import type { StationScan } from './scan-station.ts';
import { StationLooks } from './station-looks.ts';

const SCAN: StationScan = { files: [], misplaced: [], unlisted: [], mounts: [] };

/** Looks at a folder that is away as long as `around.fault` says so. */
function looksAt(signal?: AbortSignal) {
  const clock = new ManualClock();
  const told: Error[] = [];
  const around = { clock, told, scans: 0, takesMs: 0, fault: null as Error | null };
  const scan = async () => {
    around.scans += 1;
    clock.advance(around.takesMs);
    if (around.fault !== null) throw around.fault;
    return SCAN;
  };
  return {
    ...around,
    around,
    looks: new StationLooks(scan, { clock, signal, onAway: (reason) => told.push(reason) }),
  };
}

const AWAY = new OperatorError('There is no station folder.', 'Mount the disk.');

/** Lets the pause that has begun end, and what follows happen. */
async function passPause(clock: ManualClock): Promise<void> {
  await turn();
  expect(clock.untilNextMs).toBe(10_000);
  clock.advance(10_000);
  await turn();
}

test.each([
  [0, 30_000],
  [2_000, 30_000],
  [60_000, 600_000],
])('a folder that is listed in %i ms is looked at again after %i ms', async (takesMs, workMs) => {
  const { clock, around, looks } = looksAt();
  around.takesMs = takesMs;
  await looks.look();
  clock.advance(workMs - 1);
  expect(looks.isDue()).toBe(false);
  clock.advance(1);
  expect(looks.isDue()).toBe(true);
});

test('a folder that is away at the first look is told at once', async () => {
  const { around, looks } = looksAt();
  around.fault = AWAY;
  await expect(looks.look()).rejects.toBe(AWAY);
});

test('a folder that is away for a moment later is waited for, which is told once', async () => {
  const { clock, told, around, looks } = looksAt();
  await looks.look();
  around.fault = AWAY;
  const looking = looks.look();
  await passPause(clock);
  await passPause(clock);
  expect(around.scans).toBe(4);
  around.fault = null;
  await passPause(clock);
  expect(await looking).toBe(SCAN);
  expect(around.scans).toBe(5);
  expect(told).toEqual([AWAY]);
});

test('a folder that stays away ends the import after five minutes, and what is no fault of it at once', async () => {
  const { clock, around, looks } = looksAt();
  await looks.look();
  around.fault = AWAY;
  const looking = looks.look().catch((error: unknown) => error);
  for (let at = 0; at < 29; at += 1) await passPause(clock);
  expect(await looking).toBe(AWAY);
  expect(around.scans).toBe(31);
  around.fault = new Error('full');
  await expect(looks.look()).rejects.toBe(around.fault);
});

test('an import that is stopped waits no longer', async () => {
  const stop = new AbortController();
  const { clock, around, looks } = looksAt(stop.signal);
  await looks.look();
  around.fault = AWAY;
  const looking = looks.look().catch((error: unknown) => error);
  await turn();
  expect(clock.untilNextMs).toBe(10_000);
  const reason = new Error('stopped');
  stop.abort(reason);
  expect(await looking).toBe(reason);
  expect(clock.untilNextMs).toBeNull();
});
