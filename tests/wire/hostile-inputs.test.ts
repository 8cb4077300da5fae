import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { timeOrderedId } from '#src/db/ids/time-ordered-id.ts';
import { hashPassword } from '#src/members/password/password-hash.server.ts';
import { openSession } from '#src/members/session/session.server.ts';
import { createLogger } from '#src/platform/log/logger.ts';
import { PATIENT, PATIENT_WITH_IMPORTS } from '#src/platform/testing/patience.ts';
import type { WireMethod } from '#src/platform/wire/endpoint.ts';
import { journalEntry, mediaRecord } from '#src/station/testing/station-data.ts';
import { WireDoor } from '#src/web/wire/wire-door.ts';
import { type HostileCall, hostileCalls, type Known, refusedCalls } from '../support/hostile-calls.ts';
import { PASSWORD } from '../support/start-members.ts';
import { NOON_MS, startWeb, type TestWeb } from '../support/start-web.ts';

const IS_POSTGRES = process.env.ONDE_TEST_ENGINE === 'postgres';
/** Inputs to all methods together: 20,000 on both engines, most of them on the quicker one. */
const INPUTS = IS_POSTGRES ? 4_000 : 16_000;
const HOSTILE_INPUTS = INPUTS * 0.75;
const REFUSED_INPUTS = INPUTS * 0.25;
/** Calls after which somebody new makes them: what has hit has often ended the session. */
const CALLS_A_MEMBER = 50;
/** A failure comes again; the engines get different inputs. */
const SEED = IS_POSTGRES ? 20_261_125 : 11_252_026;
/** What only the inside says. */
const INNER =
  /sqlite|constraint|relation "|column "|syntax error|kysely|node_modules|node:internal|\.ts:\d|\bat \S+ \(/i;

let web: TestWeb;
/** The door as the web process has it, but for limits: they would refuse all that comes after the first hundreds. */
let door: WireDoor;
let methods: readonly (readonly [name: string, method: string, served: WireMethod])[];
let passwordHash: string;

beforeAll(async () => {
  web = await startWeb({
    writeStation: async (stationDir) => void (await mkdir(join(stationDir, 'podcasts'))),
  });
  const records = ['Zenith', 'Nadir', 'Tide'].map((title, number) => mediaRecord(number + 1, 'Nova', title));
  await web.data.addMedia(...records);
  for (const [index, record] of records.entries())
    await web.data.play(journalEntry(record, 'dance', NOON_MS - index * 240_000));
  await web.keepCharts();
  // Until the first look into the episodes the list of shows is rightly a 503.
  await vi.waitFor(() => expect(web.services.content.podcasts).not.toBeNull(), PATIENT);
  const logger = createLogger({
    level: 'error',
    part: 'web',
    to: { write: (line: string) => void web.errors.push(line) },
  });
  const limits = { take: async () => null, check: async () => null };
  door = new WireDoor({ table: web.table, logger, limits });
  methods = Object.entries(web.table).flatMap(([name, endpoint]) =>
    Object.entries(endpoint).map(([method, served]) => [name, method, served] as const),
  );
  passwordHash = await hashPassword(PASSWORD, { memoryKib: 64, passes: 1, lanes: 1 });
});
afterAll(() => web[Symbol.asyncDispose]());

let people = 0;
/** Somebody new with a session, somebody else's token among theirs, and what their good calls would say. */
async function somebody(): Promise<Known> {
  people += 1;
  const { db } = web.services;
  const join = async (pseudo: string) => {
    const id = timeOrderedId(NOON_MS);
    const email = `${pseudo}@example.org`;
    const facts = { created_ms: NOON_MS, activated_ms: NOON_MS, email_verified_ms: NOON_MS };
    const names = { email, email_folded: email, pseudo, pseudo_folded: pseudo };
    await db
      .insertInto('users')
      .values({ id, password_hash: passwordHash, ...names, ...facts })
      .execute();
    return { id, email, pseudo, token: await openSession(db, { userId: id, userAgent: '', nowMs: NOON_MS }) };
  };
  const { token, id, email, pseudo } = await join(`fuzz${people}`);
  const other = await join(`other${people}`);
  const song = { full_title: 'Nova - Tide', track_title: 'Tide', artist_name: 'Nova', title: 'nova-tide' };
  const asked = {
    version: 'onde',
    datetime: '2026-11-21 11:58',
    artist: 'Nova',
    name: 'Nova',
    week: '2026-W47',
  };
  const own = { user_id: id, email, pseudo, password: PASSWORD, current: PASSWORD };
  const written = { firstName: 'Zoé', lastName: 'Durand', comment: 'Superbe', vote: 'like', reason: 'spam' };
  const page = { limit: '5', offset: '0', at: '2026-11-21T11:00:00Z', enabled: true, provider: 'google' };
  const mail = { subject: 'Bonjour', message: 'Une question', event: 'view' };
  const choices = { preferences: { volume: 0.5 }, clientPreferences: {}, entries: [] };
  return {
    tokens: [token, token, token, other.token, null, 'no-token'],
    good: { ...song, ...asked, ...own, ...written, ...page, ...mail, ...choices },
  };
}

/** Sends it past the network. Whatever it is, the answer is an envelope, in words of ours alone. */
async function send({ method, query, headers, body }: HostileCall): Promise<number> {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  );
  const answer = await door.answer({
    method,
    search: new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])),
    headers: new Headers(given),
    body: new Response(body).body,
    address: '203.0.113.7',
  });
  const said = JSON.stringify({ method, query, headers, body, answer: answer.body }).slice(0, 2_000);
  expect(answer.status, said).toSatisfy((status: number) => status < 500 || status === 503);
  if (answer.status < 400) return answer.status;
  const reply: unknown = JSON.parse(JSON.stringify(answer.body));
  expect(reply, said).toMatchObject({ success: false, code: expect.stringMatching(/^[a-z_]+$/) });
  const names = Object.keys(Object(reply)).filter((name) => name !== 'fields');
  expect(names.sort(), said).toEqual(['code', 'error', 'success']);
  expect(JSON.stringify(reply), said).not.toMatch(INNER);
  return answer.status;
}

test(
  'thousands of hostile inputs to each endpoint are answered in the envelope, without a word of the inside',
  async () => {
    const counted = new Map<number, number>();
    const each = Math.ceil(HOSTILE_INPUTS / methods.length / CALLS_A_MEMBER);
    for (const [name, method, served] of methods)
      for (let round = 0; round < each; round += 1) {
        const calls = hostileCalls(name, method, served, await somebody());
        for (const call of fc.sample(calls, { numRuns: CALLS_A_MEMBER, seed: SEED + round })) {
          const status = await send(call);
          counted.set(status, (counted.get(status) ?? 0) + 1);
        }
      }
    // Each kind of answer was there: the inputs reach as deep as the rules, and beyond.
    for (const status of [200, 400, 401, 403, 404, 409, 415, 422])
      expect([status, counted.get(status) ?? 0], `${status}`).toSatisfy(
        ([, count]: number[]) => (count ?? 0) > 0,
      );
    expect(web.errors).toEqual([]);
    expect((await web.call('ip')).status).toBe(200);
  },
  PATIENT_WITH_IMPORTS.timeout,
);

test('what is refused for its form writes nothing, wherever it is sent', async () => {
  const known = await somebody();
  const before = await wholeDatabase();
  const each = Math.ceil(REFUSED_INPUTS / methods.length);
  for (const [name, method] of methods)
    for (const call of fc.sample(refusedCalls(name, method, known), { numRuns: each, seed: SEED }))
      expect([await send(call), name, method]).toSatisfy(
        ([status]: [number]) => status >= 400 && status < 500,
      );
  expect(await wholeDatabase()).toEqual(before);
  expect(web.errors).toEqual([]);
});

/** Each row of each table. */
async function wholeDatabase(): Promise<Record<string, readonly string[]>> {
  const { db } = web.services;
  const tables = await db.introspection.getTables();
  const read = async ({ name }: { name: string }) => {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    return [name, rows.map((row) => JSON.stringify(row)).sort()] as const;
  };
  return Object.fromEntries(await Promise.all(tables.map(read)));
}
