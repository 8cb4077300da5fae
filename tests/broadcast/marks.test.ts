import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import { markEventSchema, marksSchema } from '#src/broadcast/now-playing/marks.wire.ts';
import { listen } from '#src/broadcast/testing/listen.ts';
import { AD_FREE_PURPOSE, signAdFreeToken } from '#src/platform/secrets/ad-free-token.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { type FastRadio, startFastRadio } from './support/fast-radio.ts';
import { readJournal } from './support/journal.ts';
import { addTones, createHome, type Home } from './support/radio.ts';

const SPEED = 10;
const MARKS = '/stream/dance/marks';

let home: Home;
let radio: FastRadio;
beforeAll(async () => {
  home = await createHome();
  await writeFile(
    join(home.stationDir, 'station.yaml'),
    'streams:\n  - { id: dance, jingleEvery: 0, adverts: { minutes: [1, 3, 5, 7, 9, 11], spots: 1 } }\n',
  );
  await addTones(home, 3, 12);
  for (const [number, kind, seconds] of [
    [51, 'spot', 6],
    [61, 'interlude', 40],
  ] as const) {
    const record = mediaRecord(number, 'Onde', `The ${kind}`, 'dance', { kind });
    await home.addMedia(record, toneFrames(seconds, 900));
  }
  radio = await startFastRadio(home, SPEED, Date.UTC(2026, 10, 21, 12, 0, 40));
});
afterAll(async () => {
  await radio?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

const token = (seconds = 3600) =>
  signAdFreeToken(instanceKey(home.folder.secret, AD_FREE_PURPOSE), {
    userId: '01kaq2w7m0abcdefghjkmnpqrs',
    expiresMs: radio.clock.nowMs() + seconds * 1000,
  });
async function marksOf({ origin }: FastRadio, query = '') {
  const reply = await fetch(`${origin}${MARKS}${query}`);
  return marksSchema.parse((await reply.json()).data);
}

test('guests and members read what each of them hears, at the instants of the journal [W138]', async () => {
  // The break at the minute, and the track behind it.
  const kinds = ['track', 'spot', 'track'];
  await vi.waitFor(async () => {
    const { marks } = await marksOf(radio);
    expect(marks.slice(-3).map(({ kind }) => kind)).toEqual(kinds);
  }, PATIENT);
  const [guest, member, bad] = await Promise.all([
    marksOf(radio),
    marksOf(radio, `?noads=${token()}`),
    marksOf(radio, `?noads=${token(-1)}`),
  ]);
  const spot = guest.marks.find(({ kind }) => kind === 'spot');
  expect(spot).toMatchObject({ artiste: '', titre: 'Onde Dance', slug: '', pochette: '/logo-dance.png' });
  expect(spot?.duration).toBeCloseTo(6, 0);
  const interlude = member.marks.find(({ kind }) => kind === 'interlude');
  expect(interlude).toEqual({
    ...spot,
    kind: 'interlude',
    artiste: 'Onde',
    titre: 'The interlude',
    duration: interlude?.duration,
  });
  // Cut to the length of the spot.
  expect(Math.abs((interlude?.duration ?? 0) - (spot?.duration ?? 0))).toBeLessThan(0.03);
  expect(member.marks.some(({ kind }) => kind === 'spot')).toBe(false);
  expect(bad.marks).toEqual(guest.marks);
  await vi.waitFor(async () => {
    const plays = (await readJournal(home)).map(({ startedMs }) => startedMs);
    expect(plays).toEqual(expect.arrayContaining(guest.marks.map(({ first_ms }) => first_ms)));
  }, PATIENT);
  for (const { now_ms, marks } of [guest, member]) {
    expect(marks.every(({ first_ms }, at) => first_ms > (marks[at - 1]?.first_ms ?? 0))).toBe(true);
    expect(marks.at(-1)?.first_ms).toBeLessThanOrEqual(now_ms);
  }
});

test('any site may read them and keep them a second, those of a member in its browser alone', async () => {
  const guest = await fetch(`${radio.origin}${MARKS}`);
  const member = await fetch(`${radio.origin}${MARKS}?noads=${token()}`);
  expect(guest.headers.get('cache-control')).toBe('public, max-age=1');
  expect(member.headers.get('cache-control')).toBe('private, max-age=1');
  expect(guest.headers.get('access-control-allow-origin')).toBe('*');
  expect(guest.headers.get('etag')).toMatch(/^".+"$/);
  const [head, options, post] = await Promise.all(
    ['HEAD', 'OPTIONS', 'POST'].map((method) => fetch(`${radio.origin}${MARKS}`, { method })),
  );
  expect([head?.status, await head?.text()]).toEqual([200, '']);
  expect([options?.status, options?.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  expect([post?.status, post?.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  const unknown = await fetch(`${radio.origin}/stream/jazz/marks`);
  expect([unknown.status, (await unknown.json()).code]).toEqual([404, 'stream_not_found']);
});

test('the events tell each mark as it begins, and nothing before [W61]', async () => {
  using heard = listen(radio.origin, '/now-playing/events');
  const told = () =>
    [
      ...heard
        .body()
        .toString()
        .matchAll(/event: mark\ndata: (.*)\n\n/g),
    ]
      .map(([, data = '']) => markEventSchema.parse(JSON.parse(data)))
      .filter(({ version }) => version === 'onde');
  await vi.waitFor(() => expect(told().length).toBeGreaterThanOrEqual(2), PATIENT);
  const { now_ms, marks } = await marksOf(radio);
  for (const { version: _, variants, ...mark } of told().slice(0, 2)) {
    expect(variants).toEqual(['guest', 'member']);
    expect(marks).toContainEqual(mark);
    expect(mark.first_ms).toBeLessThanOrEqual(now_ms);
  }
});

test('all who ask at once get the same document', async () => {
  radio.clock.stand();
  const replies = await Promise.all(
    Array.from({ length: 100 }, async () => (await fetch(`${radio.origin}${MARKS}`)).text()),
  );
  expect(new Set(replies).size).toBe(1);
});

test('after a restart what was heard in the last three minutes is told again, to both', async () => {
  const queries = ['', `?noads=${token()}`];
  const before = await Promise.all(queries.map((query) => marksOf(radio, query)));
  await radio[Symbol.asyncDispose]();
  radio = await startFastRadio(home, SPEED, radio.clock.nowMs() + 2_000);
  const after = await Promise.all(queries.map((query) => marksOf(radio, query)));
  for (const [at, { now_ms, marks }] of before.entries()) {
    expect(marks.length).toBeGreaterThan(4);
    const lasting = marks.filter((_, index) => (marks[index + 1]?.first_ms ?? now_ms) > now_ms - 150_000);
    expect(after[at]?.marks).toEqual(expect.arrayContaining(lasting));
  }
});
