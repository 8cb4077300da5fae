import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { GROUP_PATH } from '#src/broadcast/group/keeper.wire.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { HolderQuestion } from './other-machines.ts';
import { type Holder, MISSED_AFTER_MS } from './turn.ts';

const SILENT: Holder = { machine: 'first', epoch: 3, silentMs: 60_000, isReleased: false };

/** The question of a standby to the machine `first`, which answers as `first` says. */
async function openQuestion(stack: AsyncDisposableStack) {
  const first: { says: 'on-air' | 'standing-by' | null } = { says: 'on-air' };
  const server = stack.use(
    createServer((call, reply) => {
      if (first.says === null) return void reply.destroy();
      const answer = { group: 'radio', machine: 'first', epoch: 3, on_air: first.says === 'on-air' };
      reply.end(call.url === GROUP_PATH ? JSON.stringify(answer) : '');
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const clock = new ManualClock();
  const told: string[] = [];
  const write = (line: string) => void told.push(z.object({ msg: z.string() }).parse(JSON.parse(line)).msg);
  const logger = createLogger({ level: 'info', part: 'test', to: { write } });
  const question = new HolderQuestion({ group: 'radio', origin, clock, logger });
  const playsOn = () => question.playsOn({ nowMs: 0, holder: SILENT, holderAheadMs: 0, others: [] });
  return { first, clock, told, question, playsOn };
}

test('a machine on the air that is cut off from the database is told of once, once when it is back, and then anew', async () => {
  await using stack = new AsyncDisposableStack();
  const { clock, told, question, playsOn } = await openQuestion(stack);
  const heard: Holder = { ...SILENT, silentMs: 100 };
  const cutOff = async () => {
    expect(question.isHeardOf(SILENT)).toBe(false);
    expect(await playsOn()).toBe(true);
  };
  const back = (forMs: number) => {
    expect(question.isHeardOf(heard)).toBe(true);
    clock.advance(forMs);
    expect(question.isHeardOf(heard)).toBe(true);
  };

  await cutOff();
  await cutOff();
  expect(told).toEqual([expect.stringContaining('no longer reaches the database')]);
  // A database that is slow for a moment again and again is one line.
  back(30_000);
  await cutOff();
  expect(told).toHaveLength(1);
  back(60_000);
  expect(told).toEqual([expect.any(String), 'the machine on the air reaches the database again']);
  await cutOff();
  expect(told).toHaveLength(3);
});

test('[W189] a machine that is cut off from the database is left its turn where one answer of many does not come', async () => {
  await using stack = new AsyncDisposableStack();
  const { first, clock, told, playsOn } = await openQuestion(stack);
  first.says = null;
  expect(await playsOn()).toBe(false);
  first.says = 'on-air';
  expect(await playsOn()).toBe(true);
  first.says = null;
  clock.advance(MISSED_AFTER_MS - 1);
  expect(await playsOn()).toBe(true);
  clock.advance(1);
  expect(await playsOn()).toBe(false);
  expect(told).toHaveLength(1);

  // Its own word is not waited for.
  first.says = 'on-air';
  expect(await playsOn()).toBe(true);
  first.says = 'standing-by';
  expect(await playsOn()).toBe(false);
});
