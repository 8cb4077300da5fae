import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { type Clock, systemClock } from '#src/platform/clock/clock.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { GuardedProcess, lowerPriority, ProcessStartError } from './guarded-process.ts';

const WILLING = new URL('./testing/willing-process.ts', import.meta.url);

const OPTIONS = { entry: WILLING, replySchema: z.number(), priority: 5, memoryBytesMax: 200e6 };

function guarded(clock: Clock = systemClock, entry = WILLING): GuardedProcess<number> {
  return new GuardedProcess({ ...OPTIONS, entry, clock });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The id of the process that answers. */
async function pidOf(process: GuardedProcess<number>): Promise<number> {
  const answer = await process.ask('answer', 30_000);
  if ('ending' in answer) throw new Error(answer.ending);
  return answer.reply;
}

test('a process answers request after request', async () => {
  await using process = guarded();
  expect(await pidOf(process)).toBe(await pidOf(process));
});

test('a process keeps its compiled code for the next one', async () => {
  await using process = guarded();
  expect(await process.ask('say whether compiled code is kept', 30_000)).toEqual({ reply: 1 });
});

test('a process that hangs over a request is ended when its time is over, and another takes the next', async () => {
  const clock = new ManualClock();
  await using process = guarded(clock);
  const first = await pidOf(process);
  const hanging = process.ask('hang', 5_000);
  clock.advance(4_999);
  const outcome = Promise.race([hanging, Promise.resolve('not yet')]);
  expect(await outcome).toBe('not yet');
  clock.advance(1);
  expect(await hanging).toEqual({ ending: 'too-slow' });
  expect(await pidOf(process)).not.toBe(first);
});

test('a process that waits for a processor most of its time gets as much again, until it has had enough', async () => {
  const clock = new ManualClock();
  let waitedMs = 0;
  const waits: number[] = [];
  const watchUse = (pid: number) => {
    waits.push(pid);
    waitedMs = 0;
    return () => ({ waitedMs, ranMs: null });
  };
  await using process = new GuardedProcess({ ...OPTIONS, clock, watchUse });
  const pid = await pidOf(process);
  const hanging = process.ask('hang', 5_000);
  const outcome = () => Promise.race([hanging, Promise.resolve('not yet')]);
  waitedMs = 4_900;
  clock.advance(5_000);
  expect(await outcome()).toBe('not yet');
  waitedMs = 7_600;
  clock.advance(5_000);
  expect(await outcome()).toBe('not yet');
  clock.advance(5_000);
  expect(await hanging).toEqual({ ending: 'too-slow' });
  expect(waits).toContain(pid);
});

test('a process that waits for a disk, not for a processor, is told from one that is too slow', async () => {
  await using process = guarded();
  const first = await pidOf(process);
  expect(await process.ask('wait for a disk', 3_000)).toEqual({ ending: 'stalled' });
  expect(await process.ask('hang', 3_000)).toEqual({ ending: 'too-slow' });
  expect(await pidOf(process)).not.toBe(first);
});

test('a process that nobody asks anything ends after a while, and another one takes the next request', async () => {
  const clock = new ManualClock();
  await using resting = new GuardedProcess({ ...OPTIONS, clock, idleMs: 10_000 });
  const first = await pidOf(resting);
  clock.advance(9_999);
  expect(await pidOf(resting)).toBe(first);
  clock.advance(9_999);
  expect(isAlive(first)).toBe(true);
  clock.advance(1);
  await vi.waitFor(() => expect(isAlive(first)).toBe(false), PATIENT);
  expect(await pidOf(resting)).not.toBe(first);
});

test('a process at work is not at rest', async () => {
  const clock = new ManualClock();
  await using resting = new GuardedProcess({ ...OPTIONS, clock, idleMs: 10_000 });
  await pidOf(resting);
  const hanging = resting.ask('hang', 30_000);
  clock.advance(29_999);
  expect(await Promise.race([hanging, Promise.resolve('not yet')])).toBe('not yet');
  clock.advance(1);
  expect(await hanging).toEqual({ ending: 'too-slow' });
});

test('a process that ends, or takes too much memory, is told from one that answers', async () => {
  await using process = guarded();
  expect(await process.ask('die', 30_000)).toEqual({ ending: 'died' });
  expect(await process.ask('hoard', 30_000)).toEqual({ ending: 'too-large' });
  expect(await pidOf(process)).toBeGreaterThan(0);
});

test.runIf(process.platform === 'linux')(
  'a process is the first to go when the machine has no memory left',
  async () => {
    await using process = guarded();
    const pid = await pidOf(process);
    expect(await readFile(`/proc/${pid}/oom_score_adj`, 'utf8')).toBe('900\n');
  },
);

test.each([
  [4, [[7, 5]]],
  [5, []],
  [19, []],
])('under a niceness of %i the priority is set only where that lowers it', (niceness, expected) => {
  const setPriority = vi.fn<(pid: number, priority: number) => void>();
  lowerPriority(7, 5, { getPriority: () => niceness, setPriority });
  expect(setPriority.mock.calls).toEqual(expected);
});

test('a priority that the system does not allow is no failure', () => {
  const setPriority = () => {
    throw new Error('EACCES');
  };
  expect(() => lowerPriority(7, 5, { getPriority: () => 0, setPriority })).not.toThrow();
});

test('a process that cannot start says why', async () => {
  await using process = guarded(systemClock, new URL('./testing/nowhere.ts', import.meta.url));
  await expect(process.ask('answer', 30_000)).rejects.toThrow(ProcessStartError);
  await expect(process.ask('answer', 30_000)).rejects.toThrow(/nowhere\.ts/);
});

test('a process that is long in starting, as on a busy machine, has minutes to do so', async () => {
  const clock = new ManualClock();
  await using process = guarded(clock, new URL('./testing/silent-process.ts', import.meta.url));
  const asked = process.ask('answer', 30_000).catch((error: unknown) => error);
  const outcome = Promise.race([asked, Promise.resolve('not yet')]);
  clock.advance(4 * 60_000);
  expect(await outcome).toBe('not yet');
  clock.advance(60_000);
  expect(await asked).toMatchObject({ name: 'ProcessStartError', ending: 'too-slow', signal: null });
});

test.each([
  [2, 'starts once more'],
  [3, 'is given up'],
])('a process that a signal ends at %i starts %s', async (killed) => {
  const folder = await mkdtemp(join(tmpdir(), 'onde-killed-'));
  vi.stubEnv('KILLED_FILE', join(folder, 'starts'));
  vi.stubEnv('KILLED_STARTS', String(killed));
  await using process = guarded(systemClock, new URL('./testing/killed-process.ts', import.meta.url));
  const asked = process.ask('answer', 30_000);
  if (killed < 3) expect(await asked).toMatchObject({ reply: expect.any(Number) });
  else await expect(asked).rejects.toMatchObject({ signal: 'SIGKILL' });
  await rm(folder, { recursive: true });
});

test('a process that is disposed of ends whatever it is doing', async () => {
  const process = guarded();
  await pidOf(process);
  const hanging = process.ask('hang', 30_000);
  await process[Symbol.asyncDispose]();
  expect(await hanging).toEqual({ ending: 'died' });
});
