import { type ChildProcess, spawn } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { BackgroundJob } from './background-job.ts';
import type { JobMessage } from './job-message.wire.ts';

/** Jobs that end as they are told to, one script after the other; an Error: one that cannot be started. */
function startJob(scripts: (string | Error)[]) {
  const clock = new ManualClock();
  const after = vi.spyOn(clock, 'after');
  let starts = 0;
  const job = new BackgroundJob(['import'], {
    folder: '/run/onde',
    logger: createLogger({ level: 'silent', part: 'test' }),
    clock,
    start(): ChildProcess {
      const script = scripts[starts] ?? 'exit 0';
      starts += 1;
      if (script instanceof Error) throw script;
      return spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    },
  });
  /** How long it waits before it tries again, in milliseconds. */
  const waits = () => after.mock.lastCall?.[0];
  return { job, clock, waits, starts: () => starts };
}

test('a job that was killed is done again by itself, later each time that it fails', async () => {
  const { job, clock, waits, starts } = startJob(['kill -9 $$', 'exit 1', 'exit 0']);
  await using _job = job;
  job.run();
  await vi.waitFor(() => expect(waits()).toBe(1_000), PATIENT);
  clock.advance(1_000);
  await vi.waitFor(() => expect(starts()).toBe(2), PATIENT);
  await vi.waitFor(() => expect(waits()).toBe(2_000), PATIENT);
  clock.advance(2_000);
  await vi.waitFor(() => expect(starts()).toBe(3), PATIENT);
});

/** Runs a job four times that says how far it is and ends in this way; returns the waits between. */
async function waitsOf(path: string | null, end: string): Promise<(number | undefined)[]> {
  const message = JSON.stringify({ type: 'progress', done: 1, total: 9, path });
  const done = `process.send(${message}, () => ${end})`;
  const waits: (number | undefined)[] = [];
  const clock = new ManualClock();
  const after = vi.spyOn(clock, 'after');
  let starts = 0;
  await using job = new BackgroundJob(['import'], {
    folder: '/run/onde',
    logger: createLogger({ level: 'silent', part: 'test' }),
    clock,
    start() {
      starts += 1;
      return spawn(process.execPath, ['-e', done], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    },
  });
  job.run();
  for (const start of [1, 2, 3]) {
    await vi.waitFor(() => expect([starts, after.mock.calls.length]).toEqual([start, start]), PATIENT);
    const wait = after.mock.lastCall?.[0];
    waits.push(wait);
    clock.advance(wait ?? 0);
  }
  return waits;
}

test('a job that got something done before it was killed is tried again soon', async () => {
  expect(await waitsOf('a', "process.kill(process.pid, 'SIGKILL')")).toEqual([1_000, 1_000, 1_000]);
});

test('a job that is killed each time before it gets anything done waits longer and longer', async () => {
  expect(await waitsOf(null, "process.kill(process.pid, 'SIGKILL')")).toEqual([1_000, 2_000, 4_000]);
});

test('a job that ends for a full disk or a file out of reach waits longer and longer, whatever it did', async () => {
  expect(await waitsOf('a', 'process.exit(1)')).toEqual([1_000, 2_000, 4_000]);
});

test('a job for which the machine has no process left is tried again, and the music goes on', async () => {
  const { job, clock, waits, starts } = startJob([new Error('spawn ENOMEM')]);
  await using _job = job;
  job.run();
  await vi.waitFor(() => expect(waits()).toBe(1_000), PATIENT);
  clock.advance(1_000);
  await vi.waitFor(() => expect(starts()).toBe(2), PATIENT);
});

test('a job that fails for the same reason again and again is told once, and once when it goes well', async () => {
  const told: string[] = [];
  const full = (free: number) => `echo 'The disk is full: ${free} MB are free.' >&2; exit 1`;
  const scripts = [full(1), full(2), full(3), "echo 'out of reach' >&2; exit 1", 'exit 0', full(1)];
  const clock = new ManualClock();
  const after = vi.spyOn(clock, 'after');
  const ends: (number | string)[] = [];
  await using job = new BackgroundJob(['import'], {
    folder: '/run/onde',
    logger: createLogger({ level: 'info', part: 'test', to: { write: (line) => void told.push(line) } }),
    clock,
    onEnd: async (how) => void ends.push(how),
    start: () =>
      spawn('/bin/sh', ['-c', scripts[ends.length] ?? 'exit 0'], { stdio: ['ignore', 'pipe', 'pipe'] }),
  });
  job.run();
  for (let failed = 1; failed <= 4; failed += 1) {
    await vi.waitFor(() => expect(after).toHaveBeenCalledTimes(failed), PATIENT);
    clock.advance(after.mock.lastCall?.[0] ?? 0);
  }
  await vi.waitFor(() => expect(ends).toHaveLength(5), PATIENT);
  await vi.waitFor(() => expect(told.at(-1)).toContain('went well'), PATIENT);
  job.run();
  await vi.waitFor(() => expect(after).toHaveBeenCalledTimes(5), PATIENT);
  const failed = '"onde import" failed and will run again: run it by hand to see why';
  const lineSchema = z.object({ msg: z.string(), failures: z.number().optional() });
  expect(told.map((line) => lineSchema.parse(JSON.parse(line)))).toEqual([
    { msg: 'The disk is full: 1 MB are free.' },
    { msg: failed },
    { msg: 'out of reach' },
    { msg: failed },
    { msg: '"onde import" went well again', failures: 4 },
    { msg: 'The disk is full: 1 MB are free.' },
    { msg: failed },
  ]);
});

test('what a job prints is text of the log whatever it looks like, and only over its channel it says how far it is', async () => {
  const written: string[] = [];
  const told: JobMessage[] = [];
  const forged = '{"level":60,"part":"web","msg":"forged"}';
  const script = `
    console.log('plain'); console.log(${JSON.stringify(forged)}); console.log('a\\x1b[2Jb'); console.error('');
    process.send({ type: 'progress', done: 1, total: 2, path: 'a' });
    process.send({ type: 'other' });
    process.disconnect();`;
  await using job = new BackgroundJob(['import'], {
    folder: '/run/onde',
    logger: createLogger({ level: 'info', part: 'test', to: { write: (line) => void written.push(line) } }),
    clock: new ManualClock(),
    start: () => spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }),
    onMessage: (message) => told.push(message),
  });
  job.run();
  await vi.waitFor(() => expect(written).toHaveLength(3), PATIENT);
  const lines = written.map((line) =>
    z.object({ part: z.string(), msg: z.string() }).parse(JSON.parse(line)),
  );
  expect(lines).toEqual(['plain', forged, 'a\ufffd[2Jb'].map((msg) => ({ part: 'test', msg })));
  await vi.waitFor(() => expect(told).toEqual([{ type: 'progress', done: 1, total: 2, path: 'a' }]), PATIENT);
});

test('a job that has a time of its own waits for it when it fails, and the log says so', async () => {
  const told: string[] = [];
  const clock = new ManualClock();
  const after = vi.spyOn(clock, 'after');
  let starts = 0;
  await using job = new BackgroundJob(['backup'], {
    folder: '/run/onde',
    logger: createLogger({ level: 'info', part: 'test', to: { write: (line) => void told.push(line) } }),
    clock,
    isTriedAgain: false,
    start() {
      starts += 1;
      return spawn('/bin/sh', ['-c', 'exit 1'], { stdio: ['ignore', 'pipe', 'pipe'] });
    },
  });
  job.run();
  await vi.waitFor(() => expect(told.join('')).toContain('waits for its next time'), PATIENT);
  expect(after).not.toHaveBeenCalled();
  job.run();
  await vi.waitFor(() => expect(starts).toBe(2), PATIENT);
});

test('who waits for the end of a job hears how each run ended, one that never began too; a good code is no failure', async () => {
  const told: string[] = [];
  const hows: (number | string)[] = [];
  const scripts = ['kill -9 $$', 'exit 75', 'exit 0'];
  const noMore = (): ChildProcess => {
    throw new Error('nobody asked for one more');
  };
  const starts = [
    ...scripts.map((script) => () => spawn('/bin/sh', ['-c', script], { stdio: ['ignore', 'pipe', 'pipe'] })),
    () => spawn('/nowhere/onde', [], { stdio: ['ignore', 'pipe', 'pipe'] }),
    (): ChildProcess => {
      throw new Error('spawn ENOMEM');
    },
  ];
  await using job = new BackgroundJob(['backup'], {
    folder: '/run/onde',
    logger: createLogger({ level: 'info', part: 'test', to: { write: (line) => void told.push(line) } }),
    clock: new ManualClock(),
    isTriedAgain: false,
    goodCodes: [0, 75],
    onEnd: async (how) => void hows.push(how),
    start: () => (starts[hows.length] ?? noMore)(),
  });
  for (let runs = 1; runs <= starts.length; runs += 1) {
    job.run();
    await vi.waitFor(() => expect(hows).toHaveLength(runs), PATIENT);
  }
  expect(hows).toEqual(['SIGKILL', 75, 0, expect.stringContaining('ENOENT'), 'spawn ENOMEM']);
  expect(told.filter((line) => line.includes('waits for its next time'))).toHaveLength(3);
});

test('a job that is stopped has not failed: nobody hears of its end', async () => {
  const hows: (number | string)[] = [];
  const started = Promise.withResolvers<void>();
  const job = new BackgroundJob(['backup'], {
    folder: '/run/onde',
    logger: createLogger({ level: 'silent', part: 'test' }),
    clock: new ManualClock(),
    onEnd: async (how) => void hows.push(how),
    start() {
      started.resolve();
      return spawn('/bin/sh', ['-c', 'exec sleep 60'], { stdio: ['ignore', 'pipe', 'pipe'] });
    },
  });
  job.run();
  await started.promise;
  await job[Symbol.asyncDispose]();
  expect(hows).toEqual([]);
});

test('a file that an import leaves out is named in the log once, and again when it or its fault is another', async () => {
  const told: string[] = [];
  const file = (line: string, state = '1') => ({ line: `  ${line}`, state });
  const many = Array.from({ length: 52 }, (_, at) => file(`${at}.mp3 is silent`));
  const runs = [
    [file('a.mp3 is silent'), file('b.mp3 is still being written')],
    [file('a.mp3 is silent'), file('b.mp3 is still being written')],
    [file('a.mp3 is silent', '2'), file('b.mp3 is cut off')],
    [],
    [file('a.mp3 is silent', '2')],
    many,
    many,
    many,
  ];
  /** Files told of by number alone, by run. */
  const more = [0, 0, 0, 0, 0, 1_000, 1_000, 1_003];
  let starts = 0;
  await using job = new BackgroundJob(['import'], {
    folder: '/run/onde',
    logger: createLogger({ level: 'info', part: 'test', to: { write: (line) => void told.push(line) } }),
    clock: new ManualClock(),
    onMessage: () => {},
    start() {
      const lists = [{ heading: 'Skipped:', files: runs[starts] ?? [], more: more[starts] ?? 0 }];
      const message = JSON.stringify({ type: 'refused', files: 0, lists });
      starts += 1;
      const script = `console.log('run ${starts}'); process.send(${message}); process.disconnect()`;
      return spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    },
  });
  for (let run = 1; run <= runs.length; run += 1) {
    job.run();
    await vi.waitFor(() => expect(told.join('')).toContain(`run ${run}`), PATIENT);
  }
  await vi.waitFor(() => expect(told.join('')).toContain('and 3 more'), PATIENT);
  const texts = told.map((line) => z.object({ msg: z.string() }).parse(JSON.parse(line)).msg);
  expect(texts.slice(0, 13)).toEqual([
    'run 1',
    'Skipped:',
    '  a.mp3 is silent',
    '  b.mp3 is still being written',
    'run 2',
    'run 3',
    'Skipped:',
    '  a.mp3 is silent',
    '  b.mp3 is cut off',
    'run 4',
    'run 5',
    'Skipped:',
    '  a.mp3 is silent',
  ]);
  expect(texts.slice(13, 16)).toEqual(['run 6', 'Skipped:', '  0.mp3 is silent']);
  expect(texts.slice(-5)).toEqual([
    '  and 1002 more: "onde check" lists them all',
    'run 7',
    'run 8',
    'Skipped:',
    '  and 3 more: "onde check" lists them all',
  ]);
});
