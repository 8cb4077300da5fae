import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { $ZodObject, type $ZodType, safeParse } from 'zod/v4/core';
import { PATIENT } from '#src/platform/testing/patience.ts';
import type { WireMethod } from '#src/platform/wire/endpoint.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { PASSWORD, startMembers, type TestMembers } from '../support/start-members.ts';
import { NOON_MS } from '../support/start-web.ts';

/** Calls of each method of each endpoint: about four seconds in all. */
const RUNS_A_METHOD = 8;
/** A failure comes again. */
const SEED = 20_261_125;

let members: TestMembers;
/** Values that some endpoint may take for good ones. */
let plausible: fc.Arbitrary<string>;
/** What a field of that name takes. */
let good: Readonly<Record<string, string>>;
let tokens: fc.Arbitrary<string | null>;

beforeAll(async () => {
  members = await startMembers({
    writeStation: async (stationDir) => void (await mkdir(join(stationDir, 'podcasts'))),
  });
  const { web } = members;
  const records = ['Zenith', 'Nadir', 'Tide'].map((title, number) => mediaRecord(number + 1, 'Nova', title));
  await web.data.addMedia(...records);
  for (const [index, record] of records.entries())
    await web.data.play(journalEntry(record, 'dance', NOON_MS - index * 240_000));
  await web.keepCharts();
  // Until the first look into the episodes the list of shows is rightly a 503.
  await vi.waitFor(() => expect(web.services.content.podcasts).not.toBeNull(), PATIENT);
  const { user, token } = await members.join('fuzz');
  const { token: second } = await members.join('second');
  tokens = fc.constantFrom(token, second, null, 'no-token');
  good = {
    ...{ version: 'onde', datetime: '2026-11-21 11:58', title: 'nova-tide', artist: 'Nova', name: 'Nova' },
    ...{ week: '2026-W47', limit: '5', user_id: user.id, pseudo: 'fuzz', email: 'fuzz@example.org' },
    ...{ password: PASSWORD, firstName: 'Zoé', lastName: 'Durand' },
  };
  plausible = fc.constantFrom(
    ...['onde', 'dance', 'club', 'Nova', 'Nova - Zenith', 'nova-tide', 'fuzz', user.id, 'fuzz@example.org'],
    ...['10', '-1', '1e9', 'NaN', '2026-W47', '2026-W99', '2026-11-21 11:58', '2026-02-30 25:61'],
  );
});
afterAll(() => members[Symbol.asyncDispose]());

const anyText = fc.string({ unit: 'binary', maxLength: 60 });
const printable = (maxLength: number) => fc.stringMatching(new RegExp(`^[ -~]{0,${maxLength}}$`));
const anyHeaders = fc.record(
  {
    'accept-language': printable(40),
    'x-language': fc.oneof(fc.constantFrom('fr', 'ru'), printable(10)),
    'x-forwarded-for': fc.ipV4(),
    'content-type': fc.oneof(
      { weight: 5, arbitrary: fc.constant('application/json') },
      fc.constantFrom('text/plain', 'nonsense'),
    ),
  },
  { requiredKeys: ['x-forwarded-for', 'content-type'] },
);

/** By name; what is undefined is not sent. */
type Parts = Readonly<Record<string, string | undefined>>;

interface Call {
  readonly method: string;
  readonly query: Parts;
  readonly headers: Parts;
  readonly token: string | null;
  readonly body: string;
}

/** Sends it, and holds that the answer is the envelope, in a language, and never a failure of the server's own. */
async function send({
  method,
  query,
  headers,
  token,
  body,
}: Call): Promise<{ status: number; reply: unknown }> {
  const response = await members.web.fetch(`/api-proxy.php?${new URLSearchParams(sent(query))}`, {
    method,
    headers: { ...sent(headers), ...(token !== null && { authorization: `Bearer ${token}` }) },
    ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
  });
  expect(response.status).toBeLessThan(500);
  expect(response.headers.get('content-language')).toMatch(/^[a-z]{2}$/);
  const text = await response.text();
  const reply: unknown = text === '' ? null : JSON.parse(text);
  if (response.status >= 400 && reply !== null)
    expect(reply).toMatchObject({ success: false, code: expect.stringMatching(/^[a-z_]+$/) });
  return { status: response.status, reply };
}

function sent(parts: Parts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** What a caller may send who knows which fields there are: each may be missing, good, or anything. */
function callsOf(name: string, method: string, { schemas }: WireMethod): fc.Arbitrary<Call> {
  const text = fc.oneof(plausible, anyText);
  const value = fc.oneof({ weight: 3, arbitrary: text }, fc.jsonValue({ maxDepth: 2 }));
  const field = <T>(called: string, any: fc.Arbitrary<T>): fc.Arbitrary<T | string | undefined> => {
    const known = good[called];
    const arbitrary = known === undefined ? any : fc.constant(known);
    return fc.oneof({ weight: 8, arbitrary }, any, fc.constant(undefined));
  };
  const some = <T>(schema: $ZodType, any: fc.Arbitrary<T>) =>
    fc.record(Object.fromEntries(fieldsOf(schema).map((called) => [called, field(called, any)])));
  return fc.record({
    method: fc.constant(method),
    query: some(schemas.query, text).map((query) => ({
      ...query,
      ...Object.fromEntries(new URLSearchParams(`endpoint=${name}`)),
    })),
    headers: anyHeaders,
    token: tokens,
    body: fc.oneof(
      { weight: 3, arbitrary: some(schemas.body, value).map((body) => JSON.stringify(body)) },
      fc.json({ maxDepth: 3 }),
      fc.string({ maxLength: 200 }),
    ),
  });
}

function fieldsOf(schema: $ZodType): string[] {
  return schema instanceof $ZodObject ? Object.keys(schema._zod.def.shape) : [];
}

const successSchema = z.object({ success: z.literal(true), data: z.unknown().optional() });

test('whatever anyone sends to any method, it is answered in the envelope, and by the reply that it declares', async () => {
  const answered = new Set<string>();
  // After it nobody is a member any more.
  const { logout = {}, ...others } = members.web.table;
  for (const [name, endpoint] of Object.entries({ ...others, logout }))
    for (const [method, served] of Object.entries(endpoint))
      await fc.assert(
        fc.asyncProperty(callsOf(name, method, served), async (call) => {
          const { status, reply } = await send(call);
          if (status !== 200) return;
          answered.add(name);
          const payload = Array.isArray(reply) ? reply : successSchema.parse(reply).data;
          expect(safeParse(served.schemas.reply, payload).error).toBeUndefined();
        }),
        { numRuns: RUNS_A_METHOD, seed: SEED },
      );
  // Else nothing would be said of what comes of good calls.
  expect(answered.size).toBeGreaterThan(10);
  expect(members.web.errors).toEqual([]);
});

test('whatever anyone sends anywhere else, the door answers with its envelope too', async () => {
  const names = fc.constantFrom(...Object.keys(members.web.table), 'latest-tracks.php', 'favorites');
  const elsewhere = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
    query: fc
      .tuple(
        fc.oneof(names, anyText),
        fc.dictionary(fc.oneof(fc.constantFrom('version', 'action', '_method'), anyText), anyText, {
          maxKeys: 4,
        }),
      )
      .map(([endpoint, parameters]) => ({ ...parameters, endpoint })),
    headers: anyHeaders,
    token: fc.oneof(tokens, printable(40)),
    body: fc.oneof(fc.string({ maxLength: 200 }), fc.json({ maxDepth: 3 })),
  });
  await fc.assert(
    fc.asyncProperty(elsewhere, async (call) => void (await send(call))),
    { numRuns: 150, seed: SEED },
  );
  expect(members.web.errors).toEqual([]);
});
