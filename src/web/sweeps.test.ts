import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#src/contract/durations.ts';
import type { Sweep } from '#src/features/services.server.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { openSweeps } from './sweeps.ts';

function setUp(believedNowMs: () => Promise<number | null>) {
  const clock = new ManualClock();
  const lines: string[] = [];
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const done: string[] = [];
  const sweep = (what: string, failure?: Error): Sweep => ({
    what,
    async run(nowMs) {
      if (failure) throw failure;
      done.push(`${what} ${nowMs}`);
    },
  });
  const believed = { nowMs: believedNowMs };
  return {
    done,
    lines,
    clock,
    sweep,
    open: (sweeps: Sweep[]) => openSweeps({ clock, logger, believed }, sweeps),
  };
}

test('a sweep that fails is told by its name, and the others run, now and an hour later', async () => {
  const { clock, done, lines, sweep, open } = setUp(async () => 7);
  const sweeps = open([sweep('diary entries'), sweep('messages', new Error('locked')), sweep('sessions')]);
  await setImmediate();
  expect(done).toEqual(['diary entries 7', 'sessions 7']);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('(messages)');
  clock.advance(HOUR_MS);
  await sweeps[Symbol.asyncDispose]();
  expect(done).toHaveLength(4);
  expect(lines).toHaveLength(2);
  clock.advance(HOUR_MS);
  expect(done).toHaveLength(4);
});

test('one that takes hours is waited for, and goes once more for all the hours', async () => {
  const { clock, done, sweep, open } = setUp(async () => 7);
  const slow = Promise.withResolvers<void>();
  const waits: Sweep = { what: 'messages', run: () => slow.promise };
  const sweeps = open([sweep('sessions'), waits]);
  await setImmediate();
  for (let hour = 0; hour < 5; hour++) clock.advance(HOUR_MS);
  await setImmediate();
  expect(done).toHaveLength(1);
  slow.resolve();
  await setImmediate();
  expect(done).toHaveLength(2);
  await sweeps[Symbol.asyncDispose]();
});

test('nothing goes while the clock is not believed, or nobody can say whether it is', async () => {
  const unsure = setUp(async () => null);
  await unsure.open([unsure.sweep('sessions')])[Symbol.asyncDispose]();
  expect([unsure.done, unsure.lines]).toEqual([[], []]);
  const lost = setUp(() => Promise.reject(new Error('the database is away')));
  await lost.open([lost.sweep('sessions')])[Symbol.asyncDispose]();
  expect(lost.done).toEqual([]);
  expect(lost.lines).toHaveLength(1);
});
