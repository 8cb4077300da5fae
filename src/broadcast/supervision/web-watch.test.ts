import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { WebState } from '#src/broadcast/front-door/web-gate.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import type { WebHealth } from './web-process.wire.ts';
import { isLost, type ProcessStrain, type WebLoss, WebWatch, waitsForEvents } from './web-watch.ts';

/**
 * A watch over a process that answers `says`, hangs, or cannot be asked; time passes in steps of a tenth of a
 * second.
 */
function watchProcess() {
  const clock = new ManualClock();
  const process = {
    says: 'well' as WebHealth | 'nothing' | Error,
    strain: { state: 'S', waitedMs: 0 } as ProcessStrain,
    rests: false,
    questions: 0,
  };
  const told: { states: [WebState, number][]; losses: [WebLoss, number][] } = { states: [], losses: [] };
  const ask = (giveUp: AbortSignal) => {
    process.questions += 1;
    const { says } = process;
    if (says instanceof Error) return Promise.reject(says);
    if (says !== 'nothing') return Promise.resolve(says);
    return new Promise<WebHealth>((_, reject) =>
      giveUp.addEventListener('abort', () => reject(giveUp.reason)),
    );
  };
  const watch = new WebWatch({
    ask,
    strain: () => process.strain,
    rests: () => process.rests,
    onState(state) {
      if (told.states.at(-1)?.[0] !== state) told.states.push([state, clock.monotonicMs()]);
    },
    onLost: (loss) => told.losses.push([loss, clock.monotonicMs()]),
    clock,
  });
  const pass = async (seconds: number, stepSeconds = 0.1, meanwhile = () => {}) => {
    for (let at = 0; at < seconds; at += stepSeconds) {
      clock.advance(stepSeconds * 1000);
      meanwhile();
      await turn();
    }
  };
  return { process, told, watch, pass, clock };
}
const systemError = (code: string) => Object.assign(new Error(code), { code, syscall: 'connect' });

test('a process that answers is asked every other second at least and left alone', async () => {
  const { process, told, pass } = watchProcess();
  await pass(60);
  expect(process.questions).toBeGreaterThan(40);
  expect(told).toEqual({ states: [['well', 1_300]], losses: [] });
});

test('a process that waits for whatever comes is asked every ten seconds only', async () => {
  const { process, told, pass } = watchProcess();
  process.rests = true;
  await pass(120);
  expect(process.questions).toBeGreaterThanOrEqual(12);
  expect(process.questions).toBeLessThan(16);
  expect(told).toEqual({ states: [['well', 1_300]], losses: [] });
});

test('one that hangs does not rest, and its silence is told as soon as ever', async () => {
  const { process, told, pass, clock } = watchProcess();
  process.rests = true;
  await pass(30);
  const fellMs = clock.monotonicMs();
  Object.assign(process, { says: 'nothing', rests: false });
  await pass(20);
  expect((told.states[1]?.[1] ?? 0) - fellMs).toBeLessThan(3_000);
  expect((told.losses[0]?.[1] ?? 0) - fellMs).toBeLessThan(9_000);
});

test.each(['away', 'slow', 'nothing'] as const)(
  'one that was not well when it was last asked (%s) is asked on',
  async (says) => {
    const { process, told, pass } = watchProcess();
    Object.assign(process, { says, rests: true });
    await pass(4);
    process.says = 'well';
    await pass(2.8);
    expect(told.states.at(-1)?.[0]).toBe('well');
  },
);

/** Gives what the system says of a process that sleeps: of one that runs it says `0` everywhere. */
const ASLEEP = `sleep 60 & until grep -q '^State:.S' /proc/$!/status; do :; done; cat /proc/$!/wchan; kill $!`;
/** Some systems have no such file, or keep what is in it to themselves. */
const TELLS =
  existsSync('/proc/self/wchan') && execFileSync('sh', ['-c', ASLEEP], { encoding: 'utf8' }) !== '0';

test.runIf(TELLS)(
  'the kernel tells a process that waits for whatever comes from one that is stopped',
  async () => {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000); console.log("up")']);
    try {
      await once(child.stdout, 'data');
      await expect.poll(() => waitsForEvents(child.pid)).toBe(true);
      child.kill('SIGSTOP');
      await expect.poll(() => waitsForEvents(child.pid)).toBe(false);
    } finally {
      child.kill('SIGKILL');
    }
    expect(waitsForEvents(undefined)).toBe(false);
  },
);

test('silence is told within three seconds, and the process is lost within ten', async () => {
  const { process, told, pass, clock } = watchProcess();
  await pass(10);
  const fellMs = clock.monotonicMs();
  process.says = 'nothing';
  await pass(20);
  const [, silent] = told.states;
  expect(silent?.[0]).toBe('silent');
  expect((silent?.[1] ?? 0) - fellMs).toBeLessThan(3_000);
  expect(told.losses).toHaveLength(1);
  expect((told.losses[0]?.[1] ?? 0) - fellMs).toBeLessThan(9_000);
});

test('a stopped process is lost within five seconds', async () => {
  const { process, told, pass, clock } = watchProcess();
  await pass(10);
  const fellMs = clock.monotonicMs();
  process.says = 'nothing';
  process.strain = { state: 'T', waitedMs: 0 };
  await pass(20);
  expect((told.losses[0]?.[1] ?? 0) - fellMs).toBeLessThan(5_000);
});

test('a process that answers again in time is well again', async () => {
  const { process, told, pass } = watchProcess();
  for (let round = 0; round < 5; round += 1) {
    process.says = 'nothing';
    await pass(6);
    process.says = 'well';
    await pass(6);
  }
  expect(told.states.map(([state]) => state).slice(0, 4)).toEqual(['silent', 'well', 'silent', 'well']);
  expect(told.losses).toEqual([]);
});

test('a process that waits for a processor is not lost, however long it is silent', async () => {
  const { process, told, pass } = watchProcess();
  process.says = 'nothing';
  let waitedMs = 0;
  await pass(120, 0.1, () => {
    waitedMs += 98;
    process.strain = { state: 'R', waitedMs };
  });
  expect(told.states.map(([state]) => state)).toEqual(['silent']);
  expect(told.losses).toEqual([]);
});

test('nothing is held against a process while the whole machine stands still', async () => {
  const { process, told, pass } = watchProcess();
  process.says = 'nothing';
  await pass(1_200, 30);
  expect(process.questions).toBeGreaterThan(10);
  expect(told).toEqual({ states: [], losses: [] });
});

test.each(['EMFILE', 'ENFILE', 'ENOMEM'])(
  '%s is broadcast’s own and says nothing of the web',
  async (code) => {
    const { process, told, pass } = watchProcess();
    process.says = systemError(code);
    await pass(120);
    expect(process.questions).toBeGreaterThan(50);
    expect(told).toEqual({ states: [], losses: [] });
  },
);

test('a refused question is silence as well, asked again at the same pace', async () => {
  const { process, told, pass } = watchProcess();
  process.says = systemError('ECONNREFUSED');
  await pass(30);
  expect(told.losses).toHaveLength(1);
  expect(process.questions).toBeLessThan(10);
});

test('a database that is away makes the process ailing, and ends nothing', async () => {
  const { process, told, pass } = watchProcess();
  process.says = 'away';
  await pass(600, 0.5);
  process.says = 'well';
  await pass(2);
  expect(told.states.map(([state]) => state)).toEqual(['ailing', 'well']);
  expect(told.losses).toEqual([]);
});

test('database calls that never end are told when they have been said twice, and asked on', async () => {
  const { process, told, pass } = watchProcess();
  process.says = 'stuck';
  await pass(1.5);
  expect(told.losses).toEqual([]);
  await pass(1.5);
  expect(told.losses).toMatchObject([['stuck', expect.any(Number)]]);
  process.says = 'well';
  await pass(1.5);
  expect(told.states.map(([state]) => state)).toEqual(['ailing', 'well']);
});

test('a watch that has ended asks no more', async () => {
  const { process, told, watch, pass } = watchProcess();
  process.says = 'nothing';
  await pass(4);
  watch[Symbol.dispose]();
  const { questions } = process;
  await pass(60);
  expect(process.questions).toBe(questions);
  expect(told.losses).toEqual([]);
});

const SILENT = { lastedMs: 0, waitedMs: 0, state: 'S', ownDelayMs: 2 };

test('a process that had five seconds to answer is lost', () => {
  expect(isLost({ ...SILENT, lastedMs: 4_900 })).toBe(false);
  expect(isLost({ ...SILENT, lastedMs: 5_000 })).toBe(true);
});

test('one in an endless loop is lost as well: it has the processor and does not answer', () => {
  expect(isLost({ ...SILENT, lastedMs: 5_100, waitedMs: 80, state: 'R' })).toBe(true);
});

test('what a process waits for a processor is not held against it, however long', () => {
  expect(isLost({ ...SILENT, lastedMs: 60_000, waitedMs: 56_000, state: 'R' })).toBe(false);
  expect(isLost({ ...SILENT, lastedMs: 61_500, waitedMs: 56_000, state: 'R' })).toBe(true);
});

test('on a machine that is late itself patience is doubled', () => {
  const late = { ...SILENT, ownDelayMs: 400 };
  expect(isLost({ ...late, lastedMs: 9_000 })).toBe(false);
  expect(isLost({ ...late, lastedMs: 10_000 })).toBe(true);
});

test('one that somebody stopped is lost within seconds, on a late machine too', () => {
  expect(isLost({ ...SILENT, lastedMs: 500, state: 'T' })).toBe(false);
  expect(isLost({ ...SILENT, lastedMs: 1_500, state: 'T', ownDelayMs: 900 })).toBe(true);
});

test('one that waits for the disk is left to it', () => {
  expect(isLost({ ...SILENT, lastedMs: 120_000, state: 'D' })).toBe(false);
});
