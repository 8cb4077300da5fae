import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { GROUP_PATH } from '#src/broadcast/group/keeper.wire.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { HolderQuestion } from './other-machines.ts';
import type { Holder } from './turn.ts';

test('a machine on the air that is cut off from the database is told of once, once when it is back, and then anew', async () => {
  await using server = createServer((call, reply) => {
    const answer = { group: 'radio', machine: 'first', epoch: 3, on_air: true };
    reply.end(call.url === GROUP_PATH ? JSON.stringify(answer) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const clock = new ManualClock();
  const told: string[] = [];
  const write = (line: string) => void told.push(z.object({ msg: z.string() }).parse(JSON.parse(line)).msg);
  const logger = createLogger({ level: 'info', part: 'test', to: { write } });
  const question = new HolderQuestion({ group: 'radio', origin, clock, logger });
  const silent: Holder = { machine: 'first', epoch: 3, silentMs: 60_000, isReleased: false };
  const heard: Holder = { ...silent, silentMs: 100 };
  const cutOff = async () => {
    expect(question.isHeardOf(silent)).toBe(false);
    expect(await question.playsOn({ nowMs: 0, holder: silent, holderAheadMs: 0, others: [] })).toBe(true);
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
