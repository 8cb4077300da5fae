import pg from 'pg';
import { expect, test } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { SharedConnections } from './postgres-dialect.ts';

const WAIT_MS = 7_000;

function open() {
  const clock = new ManualClock();
  const pool = new pg.Pool({ connectionTimeoutMillis: WAIT_MS });
  const asked: { waitMs: number | undefined; answer: PromiseWithResolvers<string> }[] = [];
  const connections = new SharedConnections(pool, clock);
  return {
    clock,
    pool,
    asked,
    take: () =>
      connections.take(() => {
        const answer = Promise.withResolvers<string>();
        asked.push({ waitMs: pool.options.connectionTimeoutMillis, answer });
        return answer.promise;
      }),
    async refuse(at: number) {
      const error = new pg.DatabaseError('too many connections', 0, 'error');
      error.code = '53300';
      asked[at]?.answer.reject(error);
      await new Promise(setImmediate);
    },
  };
}

test('[W245] a call that waited before it was refused waits for what is left of its time alone', async () => {
  const { clock, pool, asked, take, refuse } = open();
  pool.emit('connect');
  const call = take();
  clock.advance(6_000);
  await refuse(0);
  const next = take();
  expect(asked.map(({ waitMs }) => waitMs)).toEqual([WAIT_MS, 1_000, WAIT_MS]);
  clock.advance(1_000);
  await Promise.all([refuse(1), expect(call).rejects.toThrow('too many connections')]);
  asked[2]?.answer.resolve('a connection');
  expect(await next).toBe('a connection');
});

test('[W245] where nobody is given a connection, a call is told so with those that asked beside it', async () => {
  const { asked, take, refuse } = open();
  const call = take();
  const beside = take();
  await refuse(0);
  const refusals = [call, beside].map((one) => expect(one).rejects.toThrow('too many connections'));
  // Others go on asking all the time.
  const after = take();
  await refuse(1);
  await refusals[0];
  const last = take();
  const refusal = expect(after).rejects.toThrow('too many connections');
  await refuse(2);
  await refusals[1];
  asked[3]?.answer.resolve('a connection');
  expect(await last).toBe('a connection');
  await refusal;
});

test('[W245] a call does not wait for longer than its time for what another is given', async () => {
  const { clock, asked, take, refuse } = open();
  const call = take();
  const refusal = expect(call).rejects.toThrow('too many connections');
  clock.advance(6_000);
  const beside = take();
  await refuse(0);
  clock.advance(1_000);
  await refusal;
  asked[1]?.answer.resolve('a connection');
  expect(await beside).toBe('a connection');
});
