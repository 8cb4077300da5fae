import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebBackend, WebGate } from '#src/broadcast/front-door/web-gate.ts';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { OperatorError } from '#src/platform/errors/operator-error.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { NoWebProcess } from './control-door.ts';
import type { WebHealth } from './web-process.wire.ts';
import { type RunningWeb, WebSupervisor } from './web-supervisor.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'onde-supervisor-'));
  writeFileSync(join(folder, 'web.sock'), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A web process that does as it is told; its socket is a file that is there. */
class ObedientWeb implements RunningWeb {
  readonly backend = new WebBackend(join(folder, 'web.sock'));
  readonly queries = null;
  readonly startedMs: number;
  health: WebHealth = 'well';
  end: string | null = null;
  readonly #ending = Promise.withResolvers<string>();
  readonly ended = this.#ending.promise;

  constructor(startedMs: number) {
    this.startedMs = startedMs;
  }

  leave(how: string): void {
    this.end ??= how;
    this.#ending.resolve(this.end);
  }

  send(): void {}
  greet = async (): Promise<WebHealth> => this.health;
  strain = () => null;
  waitsForEvents = () => false;
  kill = () => this.leave('SIGKILL');
  stop = async () => this.leave('stopped');
}

function prepare(remakeFolder = async () => false) {
  const clock = new ManualClock();
  const gate = new WebGate(clock);
  const processes: ObedientWeb[] = [];
  const supervisor = new WebSupervisor({
    gate,
    folder,
    remakeFolder,
    withHotReload: false,
    withPages: true,
    hasOwnDatabase: false,
    greeting: () => [],
    clock,
    logger: pino({ level: 'silent' }),
    onPrinted: null,
    onRobotHeard() {},
    async startProcess() {
      const started = new ObedientWeb(clock.monotonicMs());
      processes.push(started);
      return started;
    },
  });
  onTestFinished(() => supervisor[Symbol.asyncDispose]());
  return { clock, gate, processes, supervisor };
}

async function supervise(...how: Parameters<typeof prepare>) {
  const { clock, gate, processes, supervisor } = prepare(...how);
  await supervisor.start();
  return {
    clock,
    gate,
    supervisor,
    processes,
    latest() {
      const latest = processes.at(-1);
      if (latest === undefined) throw new Error('no process was started');
      return latest;
    },
    /** Lets time pass, and what falls due in it happen. */
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += 50) {
        clock.advance(50);
        await turn();
      }
    },
  };
}

test('a process that ends at once is started again ever later, and soon after one that has lived for a while', async () => {
  const { clock, processes, latest, pass } = await supervise();
  const pauses: number[] = [];
  const end = async (afterMs: number) => {
    await pass(afterMs);
    const count = processes.length;
    latest().leave('1');
    const endedMs = clock.monotonicMs();
    await turn();
    while (processes.length === count) await pass(50);
    pauses.push(latest().startedMs - endedMs);
  };
  for (const livedMs of [0, 0, 0, 0, 31_000, 0]) await end(livedMs);
  expect(pauses).toEqual([100, 500, 1_000, 2_000, 100, 500]);
});

test('a process whose database calls hang is ended, and the next one not for five minutes: a start mended nothing', async () => {
  const { processes, latest, pass } = await supervise();
  latest().health = 'stuck';
  await pass(5_000);
  expect(processes.map(({ end }) => end)).toEqual(['SIGKILL', null]);
  latest().health = 'stuck';
  await pass(4 * MINUTE_MS);
  expect(processes.map(({ end }) => end)).toEqual(['SIGKILL', null]);
  await pass(2 * MINUTE_MS);
  expect(processes.map(({ end }) => end)).toEqual(['SIGKILL', 'SIGKILL', null]);
});

test('where none was ever to run there is nothing to replace, which is said at once', async () => {
  const { supervisor, processes } = prepare();
  await expect(supervisor.reload()).rejects.toThrow(NoWebProcess);
  expect(processes).toEqual([]);
});

test('a process that is replaced ends when its last request has its answer, and after half a minute in any case', async () => {
  const { supervisor, processes, latest, pass } = await supervise();
  const underWay = latest().backend.enter();
  await supervisor.reload();
  await pass(1_000);
  expect(processes.map(({ end }) => end)).toEqual([null, null]);
  underWay[Symbol.dispose]();
  await turn();
  expect(processes.map(({ end }) => end)).toEqual(['stopped', null]);
  latest().backend.enter();
  await supervisor.reload();
  await pass(29_000);
  expect(processes.map(({ end }) => end)).toEqual(['stopped', null, null]);
  await pass(2_000);
  expect(processes.map(({ end }) => end)).toEqual(['stopped', 'stopped', null]);
});

describe('[W244] the socket of a process', () => {
  /** Lets the looks of some seconds go by until it is as it should be. */
  const comesTo = (pass: (ms: number) => Promise<void>, see: () => unknown, wanted: unknown) =>
    vi.waitFor(async () => {
      await pass(4_000);
      expect(see()).toEqual(wanted);
    }, PATIENT);
  const foreign = () => vi.spyOn(process, 'getuid').mockReturnValue(4_242);

  test('is asked nothing while another account has its place, and again once it is ours', async () => {
    const { gate, processes, pass } = await supervise();
    {
      using _ = foreign();
      await comesTo(pass, () => gate.isReady, false);
    }
    await comesTo(pass, () => gate.isReady, true);
    expect(processes).toHaveLength(1);
  });

  test('is another one once its folder is ours again, though what is asked there is not', async () => {
    let isOurs = true;
    const remake = async () => {
      if (!isOurs) throw new OperatorError('It is of another.', 'Remove it.');
      return true;
    };
    const { gate, processes, pass } = await supervise(remake);
    using _ = foreign();
    isOurs = false;
    await comesTo(pass, () => gate.isReady, false);
    await pass(8_000);
    expect(processes).toHaveLength(1);
    isOurs = true;
    await comesTo(pass, () => [gate.isReady, processes.length > 1], [true, true]);
  });

  test('is another one once what had its place is removed, where the one before has ended', async () => {
    let isThere = true;
    const remake = async () => {
      if (isThere) throw new OperatorError('It is of another.', 'Remove it.');
      writeFileSync(join(folder, 'web.sock'), '');
      return true;
    };
    isThere = false;
    const { gate, processes, latest, pass } = await supervise(remake);
    {
      using _ = foreign();
      isThere = true;
      await comesTo(pass, () => gate.isReady, false);
      latest().leave('killed');
      await pass(60_000);
      expect(processes).toHaveLength(1);
    }
    isThere = false;
    rmSync(join(folder, 'web.sock'));
    await comesTo(pass, () => [gate.isReady, processes.length], [true, 2]);
  });
});
