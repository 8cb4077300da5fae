import { expect, test } from 'vitest';
import * as z from 'zod';
import { MINUTE_MS } from '#src/contract/durations.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { type Limit, perAddress, perMailbox, perMember } from '#src/platform/rate-limit/limit.ts';
import { MemoryLimitStore } from '#src/platform/rate-limit/memory-limit-store.ts';
import { RateLimits } from '#src/platform/rate-limit/rate-limits.ts';
import { guardedMethod, nothing, wireMethod } from './endpoint.ts';
import type { UnparsedWireCall } from './parse-call.ts';
import { refuseAboveLimit, refuseAtLimit } from './refuse-above-limit.ts';
import { WireError } from './wire-error.ts';
import { doneReply } from './wire-reply.ts';

const callers = perAddress({ CALLS: 2 }, MINUTE_MS);
const members = perMember({ OF_MEMBER: 1 }, MINUTE_MS);
const mailboxes = perMailbox({ MAILS: 1 }, 90_000);
const refused = { code: 'too_many_requests', status: 429, details: { retryAfterSeconds: 60 } };

function open() {
  const limits = new RateLimits(new MemoryLimitStore(new ManualClock()));
  const call = (address: string, body: unknown = {}): UnparsedWireCall => ({
    query: {},
    emptyParameters: new Set(),
    body: null,
    readBody: async () => body,
    language: 'fr',
    address,
    token: null,
    clientKey: null,
    userAgent: '',
    cookies: '',
    limits,
  });
  return { limits, call };
}

test('a declared limit is taken once the call is well-formed, and before it is handled', async () => {
  const { call } = open();
  let handled = 0;
  const method = wireMethod({
    query: nothing,
    body: z.object({ name: z.string() }),
    reply: nothing,
    limits: [callers],
    async run() {
      handled++;
      return doneReply();
    },
  });
  for (let count = 0; count < 5; count++)
    await expect(method.handle(call('192.0.2.1'))).rejects.toMatchObject({ code: 'validation_failed' });
  const good = () => method.handle(call('192.0.2.1', { name: 'Zoe' }));
  await good();
  await good();
  await expect(good()).rejects.toMatchObject(refused);
  await method.handle(call('192.0.2.2', { name: 'Zoe' }));
  expect(handled).toBe(3);
});

test('[W9] rights are asked after the form of a body and before its rules, limits after both', async () => {
  const { call } = open();
  const method = guardedMethod({
    query: nothing,
    body: z.object({ of: z.string(), name: z.string().min(2) }),
    reply: nothing,
    callers: 'members',
    admit: async () => 'zoe',
    keyOf: (caller) => caller,
    rights(caller, body) {
      const { of } = z.object({ of: z.string().optional() }).parse(body);
      if (of !== undefined && of !== caller) throw new WireError('forbidden');
    },
    limits: [members],
    run: async () => doneReply(),
  });
  const code = (body: unknown) =>
    method.handle(call('192.0.2.1', body)).then(
      () => 'done',
      (error: WireError) => error.code,
    );
  expect(await code({ of: 'ben', name: 7 })).toBe('malformed_body');
  expect(await code({ of: 'ben', name: 'B' })).toBe('forbidden');
  expect(await code({ of: 'ben' })).toBe('forbidden');
  expect(await code({ of: 'zoe', name: 'Z' })).toBe('validation_failed');
  expect(await code({})).toBe('validation_failed');
  // None of these used up the limit of one call.
  expect(await code({ of: 'zoe', name: 'Zoe' })).toBe('done');
  expect(await code({ of: 'zoe', name: 'Zoe' })).toBe('too_many_requests');
  expect(await code({ of: 'zoe', name: 'Z' })).toBe('validation_failed');
});

test('a limit of a member goes by the member, from wherever', async () => {
  const { call } = open();
  const method = guardedMethod({
    query: nothing,
    body: z.object({ as: z.string() }),
    reply: nothing,
    callers: 'members',
    admit: async ({ address }) => (address.startsWith('192.0.2.') ? 'zoe' : 'ben'),
    keyOf: (caller) => caller,
    limits: [members],
    run: async () => doneReply(),
  });
  await method.handle(call('192.0.2.1', { as: '' }));
  await expect(method.handle(call('192.0.2.2', { as: '' }))).rejects.toMatchObject(refused);
  await method.handle(call('203.0.113.1', { as: '' }));
});

test('a handler takes the limits that its method declares, and no others', async () => {
  const { call, limits } = open();
  const taking = (limit: Limit) =>
    wireMethod({
      query: nothing,
      body: nothing,
      reply: nothing,
      ownLimits: [mailboxes],
      async run(of) {
        await of.limits.take(limit, 'zoe@example.org');
        return doneReply();
      },
    });
  await taking(mailboxes).handle(call('192.0.2.1'));
  expect(await limits.check(mailboxes, 'zoe@example.org')).toBe(90_000);
  await expect(taking(callers).handle(call('192.0.2.1'))).rejects.toThrow('does not declare CALLS');
  expect(taking(callers).limits).toEqual([mailboxes]);
});

test('of several limits the first that is passed refuses, and those after it count nothing', async () => {
  const { limits } = open();
  await refuseAboveLimit(limits, [callers, 'caller'], [members, 'own']);
  await refuseAboveLimit(limits, [callers, 'caller'], [mailboxes, 'own']);
  await expect(refuseAtLimit(limits, [callers, 'caller'], [mailboxes, 'own'])).rejects.toMatchObject(refused);
  await expect(refuseAboveLimit(limits, [callers, 'caller'], [mailboxes, 'victim'])).rejects.toMatchObject(
    refused,
  );
  expect(await limits.take(mailboxes, 'victim')).toBeNull();
});
