import { expect, test } from 'vitest';
import { DAY_MS } from '#src/contract/durations.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { OutsideError } from '#src/platform/errors/operator-error.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import type { MailComposer, MailQueue, OwedMail } from './mail-queue.ts';
import type { MailTransport, SendOutcome } from './mail-transport.ts';
import { GIVE_UP_AFTER_MS, MailWorker, retryDelayMs } from './mail-worker.ts';

/** A queue as the database keeps it, in memory. */
class MemoryQueue implements MailQueue {
  readonly mails = new Map<string, OwedMail & { dueMs: number }>();

  order(clock: ManualClock, id: string, kind = 'note'): void {
    const createdMs = clock.nowMs();
    const owed = { id, kind, userId: null, payload: {}, language: 'fr', attempts: 0, createdMs } as const;
    this.mails.set(id, { ...owed, dueMs: createdMs });
  }

  async claim(nowMs: number, leaseMs: number): Promise<OwedMail | null> {
    const due = [...this.mails.values()].filter(({ dueMs }) => dueMs <= nowMs);
    const mail = due.sort((a, b) => a.dueMs - b.dueMs)[0];
    if (mail === undefined) return null;
    mail.dueMs = nowMs + leaseMs;
    return { ...mail };
  }

  async remove(id: string): Promise<void> {
    this.mails.delete(id);
  }

  async postpone(id: string, dueMs: number, attempts: number): Promise<void> {
    const mail = this.mails.get(id);
    if (mail) Object.assign(mail, { dueMs, attempts });
  }
}

interface Sent {
  id: string;
  atMs: number;
}

function setUp(composer: MailComposer = async () => ({ to: 'a@b', subject: 's', text: 't', html: 'h' })) {
  const clock = new ManualClock();
  const queue = new MemoryQueue();
  const sent: Sent[] = [];
  const attempts: Sent[] = [];
  const server = { answer: (_id: string): SendOutcome | Promise<SendOutcome> => ({ kind: 'sent' }) };
  const transport: MailTransport = {
    async send(id) {
      const outcome = await server.answer(id);
      attempts.push({ id, atMs: clock.nowMs() });
      if (outcome.kind === 'sent') sent.push({ id, atMs: clock.nowMs() });
      return outcome;
    },
    [Symbol.dispose]: () => {},
  };
  const log: string[] = [];
  const to = { write: (line: string) => void log.push(JSON.parse(line).msg) };
  const logger = createLogger({ level: 'info', part: 'test', to });
  const trust = { isThere: true };
  const believed = { nowMs: async () => (trust.isThere ? clock.nowMs() : null) };
  const worker = new MailWorker({ queue, transport, composers: { note: composer }, clock, logger, believed });
  return { clock, queue, worker, server, sent, attempts, trust, log };
}

/** Lets everything that waits for a promise go on; no time passes. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

async function pass(clock: ManualClock, byMs: number, stepMs = 5_000): Promise<void> {
  for (let passed = 0; passed < byMs; passed += stepMs) {
    clock.advance(Math.min(stepMs, byMs - passed));
    await settle();
  }
}

test('what is owed goes out when the worker is woken, oldest first', async () => {
  const { clock, queue, worker, sent } = setUp();
  queue.order(clock, 'one');
  clock.advance(5);
  queue.order(clock, 'two');
  worker.wake();
  await settle();
  expect(sent.map(({ id }) => id)).toEqual(['one', 'two']);
  expect(queue.mails.size).toBe(0);
});

test('a mail that another process ordered is found without being woken', async () => {
  const { clock, queue, worker, sent } = setUp();
  worker.wake();
  await settle();
  queue.order(clock, 'one');
  await pass(clock, 10_000);
  expect(sent.map(({ id }) => id)).toEqual(['one']);
});

test('while the server is away mails wait, ever longer, and all go out when it is back', async () => {
  const { clock, queue, worker, server, sent, attempts } = setUp();
  server.answer = () => ({ kind: 'unreachable', reason: 'ECONNREFUSED' });
  for (const id of ['one', 'two', 'three']) queue.order(clock, id);
  const startMs = clock.nowMs();
  worker.wake();
  await settle();
  await pass(clock, 120_000);
  expect(attempts.map(({ atMs }) => atMs - startMs)).toEqual([0, 15_000, 45_000, 105_000]);
  worker.wake();
  await settle();
  expect(attempts).toHaveLength(4);
  server.answer = () => ({ kind: 'sent' });
  await pass(clock, 110_000);
  expect(sent.map(({ id }) => id).sort()).toEqual(['one', 'three', 'two']);
});

test('a server that was away for long is asked again soon after a new order, once however many come', async () => {
  const { clock, queue, worker, server, attempts } = setUp();
  server.answer = () => ({ kind: 'unreachable', reason: 'EENVELOPE MAIL FROM 450' });
  queue.order(clock, 'one');
  worker.wake();
  await settle();
  await pass(clock, 4 * 3_600_000, 15_000);
  const before = attempts.length;
  await pass(clock, 60_000);
  expect(attempts).toHaveLength(before);
  for (const id of ['two', 'three', 'four']) {
    queue.order(clock, id);
    worker.wake();
    await pass(clock, 5_000, 1_000);
  }
  expect(attempts).toHaveLength(before + 1);
  await pass(clock, 60_000);
  expect(attempts).toHaveLength(before + 1);
});

test('a mail at which the server hangs keeps no later one from going out soon', async () => {
  const { clock, queue, worker, server, sent } = setUp();
  server.answer = (id) => (id === 'hung' ? { kind: 'unreachable', reason: 'ETIMEDOUT' } : { kind: 'sent' });
  queue.order(clock, 'hung');
  worker.wake();
  await settle();
  await pass(clock, 4 * 3_600_000, 15_000);
  for (const id of ['one', 'two']) {
    queue.order(clock, id);
    worker.wake();
    await pass(clock, 15_000, 1_000);
    expect(sent.at(-1)?.id).toBe(id);
  }
  expect([...queue.mails.keys()]).toEqual(['hung']);
});

test('a mail that is refused waits alone, the others go out', async () => {
  const { clock, queue, worker, server, sent } = setUp();
  server.answer = (id) => (id === 'grey' ? { kind: 'refused', reason: '450' } : { kind: 'sent' });
  queue.order(clock, 'grey');
  queue.order(clock, 'white');
  worker.wake();
  await settle();
  expect(sent.map(({ id }) => id)).toEqual(['white']);
  server.answer = () => ({ kind: 'sent' });
  await pass(clock, 30_000);
  expect(sent.map(({ id }) => id)).toEqual(['white', 'grey']);
});

test('a mail without a mailbox is dropped, one refused for three days too', async () => {
  const { clock, queue, worker, server, attempts } = setUp();
  server.answer = (id) => ({ kind: id === 'gone' ? 'undeliverable' : 'refused', reason: '550' });
  queue.order(clock, 'gone');
  queue.order(clock, 'stuck');
  worker.wake();
  await settle();
  expect([...queue.mails.keys()]).toEqual(['stuck']);
  await pass(clock, GIVE_UP_AFTER_MS + 3_700_000, 60_000);
  expect(queue.mails.size).toBe(0);
  expect(attempts.filter(({ id }) => id === 'gone')).toHaveLength(1);
});

test('a mail that waited for more than three days is neither written nor sent, and no later one waits for it', async () => {
  let written = 0;
  const { clock, queue, worker, sent, log } = setUp(async () => {
    written += 1;
    return { to: 'a@b', subject: 's', text: 't', html: 'h' };
  });
  queue.order(clock, 'old');
  clock.advance(1);
  queue.order(clock, 'just in time');
  clock.advance(GIVE_UP_AFTER_MS);
  worker.wake();
  await settle();
  expect(sent.map(({ id }) => id)).toEqual(['just in time']);
  expect([written, queue.mails.size]).toEqual([1, 0]);
  expect(log[0]).toContain('could not send a mail for three days');
});

test('a mail with nothing left to tell is dropped unsent', async () => {
  const { clock, queue, worker, attempts } = setUp(async () => null);
  queue.order(clock, 'one');
  worker.wake();
  await settle();
  expect(queue.mails.size).toBe(0);
  expect(attempts).toEqual([]);
});

test('a mail that cannot be written waits and holds up no other one', async () => {
  const { clock, queue, worker, sent } = setUp();
  queue.order(clock, 'odd', 'unheard-of');
  queue.order(clock, 'plain');
  worker.wake();
  await settle();
  expect(sent.map(({ id }) => id)).toEqual(['plain']);
  expect([...queue.mails.keys()]).toEqual(['odd']);
});

test('a mail that cannot be written while the database is away waits, and no mail server is blamed', async () => {
  const database = { isAway: true };
  const { clock, queue, worker, sent, log } = setUp(async () => {
    if (database.isAway) throw new OutsideError('The database is away.');
    return { to: 'a@b', subject: 's', text: 't', html: 'h' };
  });
  queue.order(clock, 'one');
  worker.wake();
  await settle();
  expect([log, [...queue.mails.values()].map(({ attempts }) => attempts)]).toEqual([[], [0]]);
  database.isAway = false;
  for (let minute = 0; minute < 3; minute += 1) {
    clock.advance(60_000);
    await settle();
  }
  expect(sent).toMatchObject([{ id: 'one' }]);
});

test('a worker that dies between sending and noting it leaves the mail to the next one, under the same id', async () => {
  const dying = setUp();
  dying.queue.order(dying.clock, 'one');
  dying.queue.remove = () => new Promise(() => {});
  dying.worker.wake();
  await settle();
  expect(dying.sent).toHaveLength(1);

  const next = setUp();
  for (const [id, mail] of dying.queue.mails) next.queue.mails.set(id, mail);
  next.worker.wake();
  await settle();
  expect(next.sent).toEqual([]);
  await pass(next.clock, 130_000);
  expect(next.sent.map(({ id }) => id)).toEqual(['one']);
});

test('a stopped worker finishes its mail and begins no other', async () => {
  const { clock, queue, worker, sent } = setUp();
  queue.order(clock, 'one');
  queue.order(clock, 'two');
  worker.wake();
  await worker[Symbol.asyncDispose]();
  worker.wake();
  await pass(clock, DAY_MS, 3_600_000);
  expect(sent.map(({ id }) => id)).toEqual(['one']);
  expect([...queue.mails.keys()]).toEqual(['two']);
});

test('the wait doubles from 15 s up to an hour', () => {
  expect([1, 2, 3, 4, 8, 9, 50].map(retryDelayMs)).toEqual([
    15_000, 30_000, 60_000, 120_000, 1_920_000, 3_600_000, 3_600_000,
  ]);
});

test('a mail that is refused is not given up by a clock that is not believed', async () => {
  const { clock, queue, worker, server, trust } = setUp();
  await using _worker = worker;
  server.answer = () => ({ kind: 'refused', reason: '550' });
  queue.order(clock, 'one');
  worker.wake();
  await settle();
  trust.isThere = false;
  clock.setWallClock(clock.nowMs() + 400 * 24 * 3_600_000);
  await pass(clock, 60_000);
  expect(queue.mails.size).toBe(1);
});

test('a server that is away is one line, and one when it is back, however often it was tried', async () => {
  const { clock, queue, worker, server, log } = setUp();
  server.answer = () => ({ kind: 'unreachable', reason: 'ECONNREFUSED' });
  queue.order(clock, 'one');
  worker.wake();
  await settle();
  await pass(clock, 12 * 3_600_000, 15_000);
  expect(log).toEqual([expect.stringContaining('the mail server takes no mail')]);
  server.answer = () => ({ kind: 'sent' });
  await pass(clock, 3_600_000, 15_000);
  expect(log.slice(1)).toEqual(['Onde sent a mail', 'the mail server takes mail again']);
});

test('[W234] a mail over which the server takes its time goes to no other worker meanwhile', async () => {
  const { clock, queue, worker, server, sent } = setUp();
  const taken = Promise.withResolvers<SendOutcome>();
  server.answer = () => taken.promise;
  queue.order(clock, 'one');
  worker.wake();
  await settle();
  // From here on this worker looks for others between the times at which the mail would be free.
  await pass(clock, 33_000, 1_000);
  worker.wake();
  await settle();
  for (let second = 0; second < 540; second += 1) {
    await pass(clock, 1_000, 1_000);
    expect(await queue.claim(clock.nowMs(), 1)).toBeNull();
  }
  taken.resolve({ kind: 'sent' });
  await settle();
  expect(sent.map(({ id }) => id)).toEqual(['one']);
  expect(queue.mails.size).toBe(0);
});

/** A server that takes its time over the mails named so, until it is told what became of them. */
function setUpSlow(...slow: string[]) {
  const all = setUp();
  const late = new Map(slow.map((id) => [id, Promise.withResolvers<SendOutcome>()]));
  const begun: string[] = [];
  all.server.answer = (id) => {
    begun.push(id);
    return late.get(id)?.promise ?? { kind: 'sent' };
  };
  return { ...all, begun, end: (id: string, outcome: SendOutcome) => late.get(id)?.resolve(outcome) };
}

test('[W218] a mail over which the server takes its time holds up others for half a minute at most', async () => {
  const { clock, queue, worker, sent, begun, end } = setUpSlow('slow');
  queue.order(clock, 'slow');
  worker.wake();
  await settle();
  for (const id of ['two', 'three']) queue.order(clock, id);
  worker.wake();
  await pass(clock, 25_000);
  expect(sent).toEqual([]);
  await pass(clock, 5_000);
  expect(sent.map(({ id }) => id)).toEqual(['two', 'three']);
  queue.order(clock, 'four');
  worker.wake();
  await settle();
  expect(sent.at(-1)?.id).toBe('four');
  // A clock that is set ahead lets the mail fall due while it is under way.
  clock.setWallClock(clock.nowMs() + 3_600_000);
  await pass(clock, 300_000);
  end('slow', { kind: 'sent' });
  await settle();
  expect(sent.at(-1)?.id).toBe('slow');
  expect(begun.filter((id) => id === 'slow')).toHaveLength(1);
  expect(queue.mails.size).toBe(0);
});

test('[W218] four mails are under way at a time at most', async () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const { clock, queue, worker, begun, sent, end } = setUpSlow(...names);
  for (const id of names) {
    queue.order(clock, id);
    clock.advance(1);
  }
  worker.wake();
  await pass(clock, 400_000);
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  for (const id of names) end(id, { kind: 'sent' });
  await pass(clock, 20_000);
  expect(sent.map(({ id }) => id).sort()).toEqual(names);
  expect(queue.mails.size).toBe(0);
});

test('[W218] a mail whose connection died is tried again by itself, ever later, and is told for what it is', async () => {
  const { clock, queue, worker, server, sent, log } = setUp();
  const times: number[] = [];
  const startMs = clock.nowMs();
  server.answer = (id) => {
    if (id !== 'odd') return { kind: 'sent' };
    times.push(clock.nowMs() - startMs);
    const died = Promise.withResolvers<SendOutcome>();
    clock.after(180_000, () => died.resolve({ kind: 'unreachable', reason: 'ETIMEDOUT' }));
    return died.promise;
  };
  queue.order(clock, 'odd');
  worker.wake();
  await settle();
  await pass(clock, 60_000);
  queue.order(clock, 'even');
  await pass(clock, 700_000);
  expect(sent.map(({ id }) => id)).toEqual(['even']);
  expect(times.map((ms) => Math.round(ms / 10_000))).toEqual([0, 20, 41, 65]);
  expect(log.filter((line) => line.includes('did not answer in the middle of a mail'))).toHaveLength(3);
  expect(log.filter((line) => line.includes('takes no mail'))).toHaveLength(1);
});
