import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { openExchange } from '#src/broadcast/http/exchange.ts';
import { WIRE_BODY_BYTES_MAX } from '#src/contract/limits.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { dataFolder, mediaFiles } from '#src/platform/settings/data-folder.ts';
import { createServer } from '#src/platform/wire/node-http.ts';
import { stationConfig } from '#src/station/config/station-config.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { AUTODJ_CALLS_AT_ONCE, OutsideAnswers } from './outside-answers.ts';

const KEY = 'a-key-of-the-operator';
const record = mediaRecord(1, 'Björk "B"', 'Été \\ 1', 'dance');
const ID = `dance-${record.id}-mhvq0000`;

async function open(ownKey = KEY) {
  const root = await mkdtemp(join(tmpdir(), 'onde-outside-'));
  const folder = dataFolder(root);
  const path = mediaFiles(folder, record.id).audio;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, '0123456789');
  const clock = new ManualClock();
  let isEmpty = false;
  const answers = new OutsideAnswers({
    key: ownKey,
    rotation: {
      next: async () => (isEmpty ? null : { id: ID, record }),
      find: (id) => (id === ID ? { id, record, streamId: 'dance' } : null),
      played: (id) => (id === ID ? 'new' : 'unknown'),
    },
    config: () => stationConfig({}),
    folder,
    origin: 'http://onde',
    peerOf: () => ({ address: '203.0.113.7' }),
    clock,
    logger: pino({ level: 'silent' }),
  });
  const server = createServer((request, response) => {
    if (!answers.handle(openExchange(request, response))) response.writeHead(418).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await rm(root, { recursive: true });
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const call = async (query: string, init: RequestInit = {}, key = KEY) => {
    const reply = await fetch(`${origin}/api-proxy.php?${query}&key=${encodeURIComponent(key)}`, init);
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, ...(text.startsWith('{') && JSON.parse(text)) };
  };
  const empty = () => {
    isEmpty = true;
  };
  return { origin, call, clock, empty };
}

test('[W196] whoever has the key is told the next track, as a call and as Liquidsoap takes it', async () => {
  const { origin, call } = await open();
  for (const query of ['endpoint=next-track&stream=dance', 'endpoint=next-track.php&version=onde']) {
    const { status, success, data } = await call(query);
    expect([status, success]).toEqual([200, true]);
    expect(data).toMatchObject({
      id: ID,
      stream: 'dance',
      artist: 'Björk "B"',
      titre: 'Björk "B" - Été \\ 1',
    });
    expect(data.uri.startsWith(`${origin}/autodj/${ID}.mp3?signature=`)).toBe(true);
    expect(data.request).toBe(
      `annotate:onde_id="${ID}",artist="Björk \\"B\\"",title="Été \\\\ 1":${data.uri}`,
    );
  }
});

test('[W196] without the key, with a wrong one, for no stream or without music there is nothing', async () => {
  const { origin, call, empty } = await open();
  const next = 'endpoint=next-track&stream=dance';
  expect(await call(next, {}, 'wrong')).toMatchObject({ status: 401, code: 'authentication_required' });
  expect((await fetch(`${origin}/api-proxy.php?${next}`)).status).toBe(401);
  expect(
    (await fetch(`${origin}/api-proxy.php?${next}`, { headers: { Authorization: 'Bearer no' } })).status,
  ).toBe(401);
  expect(await call('endpoint=next-track&stream=rock')).toMatchObject({
    status: 404,
    code: 'stream_not_found',
  });
  for (const lacking of ['', '&stream=', '&stream=&version='])
    expect([lacking, await call(`endpoint=next-track${lacking}`)]).toMatchObject([
      lacking,
      { status: 400, code: 'missing_parameter' },
    ]);
  expect(await call(next, { method: 'POST' })).toMatchObject({ status: 405 });
  expect(await call('endpoint=top20')).toMatchObject({ status: 418 });
  empty();
  expect(await call(next)).toMatchObject({ status: 404, code: 'track_not_found' });
});

test('[W196] a key of several words goes as a bearer token, too', async () => {
  const { origin } = await open('our long pass phrase');
  const next = `${origin}/api-proxy.php?endpoint=next-track&stream=dance`;
  const status = async (key: string) =>
    (await fetch(next, { headers: { Authorization: `Bearer ${key}` } })).status;
  expect([await status('our long pass phrase'), await status('our long')]).toEqual([200, 401]);
  // Whoever has none costs no more than anybody.
  expect(await status(`${' '.repeat(12_000)}\u00a0`)).toBe(401);
});

test('[W197] a report is answered by whether it was new', async () => {
  const { call } = await open();
  const post = { method: 'POST' };
  expect(await call(`endpoint=played&id=${ID}`, post)).toMatchObject({
    status: 200,
    data: { recorded: true },
  });
  const json = { method: 'POST', body: JSON.stringify({ id: ID }) };
  expect(await call('endpoint=played', json)).toMatchObject({ status: 200 });
  expect(await call('endpoint=played&id=', json)).toMatchObject({ status: 200 });
  expect(
    await call('endpoint=played', { method: 'POST', body: new URLSearchParams({ id: ID }) }),
  ).toMatchObject({ status: 200 });
  expect(await call('endpoint=played', { method: 'POST', body: '{"id":' })).toMatchObject({ status: 404 });
  expect(await call('endpoint=played&id=x', post)).toMatchObject({ status: 404, code: 'track_not_found' });
  expect(await call('endpoint=played', post)).toMatchObject({ status: 404 });
  expect(await call(`endpoint=played&id=${ID}`)).toMatchObject({ status: 405 });
  expect(await call(`endpoint=played&id=${ID}`, post, 'wrong')).toMatchObject({ status: 401 });
});

test('[W4, W197] a report that is too large is refused in words, and the connection goes on', async () => {
  const { call } = await open();
  const report = (body: string) => call('endpoint=played', { method: 'POST', body });
  const words = (length: number) => `${new URLSearchParams({ id: ID })}&more=${'x'.repeat(length)}`;
  expect(await report(words(WIRE_BODY_BYTES_MAX - 200))).toMatchObject({ status: 200 });
  const refused = { status: 413, success: false, code: 'body_too_large' };
  expect(await report(words(WIRE_BODY_BYTES_MAX))).toMatchObject(refused);
  expect(await report(words(8 * WIRE_BODY_BYTES_MAX))).toMatchObject(refused);
  await report(words(100 * WIRE_BODY_BYTES_MAX)).then(
    (reply) => expect(reply).toMatchObject(refused),
    // Whoever sends this much may be cut off in the middle of it.
    () => {},
  );
  expect(await report(words(1))).toMatchObject({ status: 200 });
});

test('[W198] the audio is there whole and in parts, for its own address and for the key', async () => {
  const { origin, call } = await open();
  const { data } = await call('endpoint=next-track&stream=dance');
  const bearer = { Authorization: `Bearer ${KEY}` };
  expect((await fetch(`${origin}/autodj/${ID}.mp3`, { headers: bearer })).status).toBe(200);
  const whole = await fetch(data.uri);
  expect([whole.status, await whole.text()]).toEqual([200, '0123456789']);
  expect(whole.headers.get('content-type')).toBe('audio/mpeg');
  for (const [range, status, text] of [
    ['bytes=2-4', 206, '234'],
    ['bytes=-2', 206, '89'],
    ['bytes=8-', 206, '89'],
    ['bytes=50-', 416, ''],
    ['lines=1-2', 200, '0123456789'],
    ['bytes=5-2', 200, '0123456789'],
    ['bytes=-0', 416, ''],
  ] as const) {
    const part = await fetch(data.uri, { headers: { Range: range } });
    expect([range, part.status, await part.text()]).toEqual([range, status, text]);
  }
  const head = await fetch(data.uri, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '10']);
  const plain = `${origin}/autodj/${ID}.mp3`;
  expect((await fetch(plain)).status).toBe(401);
  expect((await fetch(`${plain}?signature=x`)).status).toBe(401);
  expect((await fetch(`${plain}?key=${encodeURIComponent(KEY)}`)).status).toBe(200);
  expect((await fetch(data.uri.replace(ID, `${ID.slice(0, -1)}1`))).status).toBe(401);
});

test('[W196] a hundred calls a second are refused, with when to come again', async () => {
  const { call, clock } = await open();
  const next = 'endpoint=next-track&stream=dance';
  const replies = [];
  for (let count = 0; count < 100; count += 1)
    replies.push(await call(next, {}, count % 2 === 0 ? KEY : 'guess'));
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(100 - AUTODJ_CALLS_AT_ONCE);
  expect(replies.at(-1)).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(replies.at(-1)?.headers.get('retry-after')).toBe('1');
  clock.advance(1_000);
  expect(await call(next)).toMatchObject({ status: 200 });
});
