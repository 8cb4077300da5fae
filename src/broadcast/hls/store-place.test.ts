import { createServer } from 'node:http';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readPlaylist } from '#src/broadcast/testing/read-playlist.ts';
import { framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { ObjectStore } from '#src/platform/object-store/object-store.ts';
import { ACCESS, startStore } from '#src/platform/object-store/testing/start-store.ts';
import { HlsFolder } from './hls-folder.ts';
import { HLS_STORE_REQUEST_MS, storePlace } from './store-place.ts';
import { openSegmentedStream } from './testing/segmented-stream.ts';

const SECOND = framesIn(1_000);

function open(endpoint: string, stream = openSegmentedStream()) {
  const clock = new ManualClock();
  const log: string[] = [];
  const logger = pino({}, { write: (line) => void log.push(JSON.parse(line).msg) });
  const place = storePlace({ ...ACCESS, endpoint }, { bucket: 'onde', prefix: 'stream' });
  const hls = new HlsFolder({ place, streams: [stream], clock, logger });
  return {
    hls,
    log,
    stream,
    store: new ObjectStore({ ...ACCESS, endpoint }, { bucket: 'onde', prefix: 'stream/dance' }),
    /** Lets seconds of the programme pass, and the store keep up. */
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        stream.play(SECOND);
        clock.advance(1_000);
        await hls.settled();
      }
    },
  };
}

test('[W199] segments lie in the store with the heads that a CDN goes by, and old ones go', async () => {
  const endpoint = await startStore();
  const { stream, store, log, pass } = open(endpoint);
  await pass(70);
  const playlist = await fetch(`${endpoint}/onde/stream/dance/live.m3u8`);
  expect(playlist.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
  expect(playlist.headers.get('cache-control')).toBe('public, max-age=1');
  const { segments } = await readPlaylist(await playlist.text());
  expect(segments.length).toBe(stream.segments.listed().length);
  for (const { number, address } of segments) {
    const segment = await fetch(`${endpoint}/onde/stream/dance/${address}`);
    expect(segment.headers.get('content-type')).toBe('audio/mpeg');
    expect(segment.headers.get('cache-control')).toBe('public, max-age=120, immutable');
    const bytes = Buffer.from(await segment.arrayBuffer());
    expect(bytes.equals(stream.segments.read(number, 'guest') ?? Buffer.alloc(0))).toBe(true);
  }
  await pass(130);
  const names = await store.list();
  expect(names).not.toContain(segments[0]?.address);
  expect(names.length).toBeLessThan(70);
  expect(log).toEqual([]);
});

test('[W199] after a restart what the run before left goes in its time', async () => {
  const endpoint = await startStore();
  const before = open(endpoint);
  await before.pass(20);
  const left = await before.store.list();
  await before.hls[Symbol.asyncDispose]();
  const from = before.stream.timeline.headFrame + 300 * SECOND;
  const { store, pass } = open(endpoint, openSegmentedStream({ from, frames: 30 * SECOND }));
  await pass(3);
  const names = await store.list();
  expect(names).toContain('live.m3u8');
  expect(left.filter((name) => name !== 'live.m3u8' && names.includes(name))).toEqual([]);
});

/**
 * A store in front of which somebody stands: answers 500, or nothing, counts what came through, and says of what is
 * to be deleted whether it was there, as that of Google does.
 */
async function startTroubled(endpoint: string) {
  const state = { mode: 'well' as 'well' | '500' | 'silent', puts: [] as string[] };
  const server = createServer(async (request, reply) => {
    if (state.mode === 'silent') return;
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    if (state.mode === '500') {
      reply.writeHead(500).end();
      return;
    }
    if (request.method === 'PUT') state.puts.push(request.url ?? '');
    if (request.method === 'DELETE' && !(await fetch(endpoint + request.url, { method: 'HEAD' })).ok) {
      reply.writeHead(404, { 'content-type': 'application/xml; charset=UTF-8' });
      reply.end('<Error><Code>NoSuchKey</Code></Error>');
      return;
    }
    const { host: _, connection: __, 'transfer-encoding': ___, ...headers } = request.headers;
    const passed = new Headers();
    for (const [name, value] of Object.entries(headers)) passed.set(name, String(value));
    const body = request.method === 'PUT' ? { body: Buffer.concat(parts) } : {};
    const answer = await fetch(endpoint + request.url, {
      method: request.method ?? 'GET',
      headers: passed,
      ...body,
    });
    reply.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    reply.end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { state, endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` };
}

test('[W199] a segment that is gone from the store before its time keeps no other one there', async () => {
  const { endpoint } = await startTroubled(await startStore());
  const { stream, store, log, pass } = open(endpoint);
  await pass(10);
  const [gone] = stream.segments.listed();
  await store.remove(`${gone?.number}.mp3`);
  await pass(200);
  expect(log).toEqual([]);
  const names = await store.list();
  const there = (name: string) => stream.segments.find(Number.parseInt(name, 10)) !== null;
  expect(names.filter((name) => name !== 'live.m3u8' && !there(name))).toEqual([]);
});

test('[W199] a store that answers 500 is told of once; later what is still listed is there, segments first', async () => {
  const real = await startStore();
  const { state, endpoint } = await startTroubled(real);
  const { stream, store, log, pass } = open(endpoint);
  await pass(10);
  state.mode = '500';
  await pass(40);
  expect(log).toEqual([
    expect.stringMatching(/into s3:\/\/onde\/stream, and goes on serving it itself: check S3_ENDPOINT/),
  ]);
  state.mode = 'well';
  state.puts = [];
  await pass(20);
  expect(log).toHaveLength(2);
  const first = state.puts.findIndex((path) => path.endsWith('live.m3u8'));
  expect(first).toBeGreaterThan(15);
  const names = await store.list();
  for (const { number } of stream.segments.listed()) expect(names).toContain(`${number}.mp3`);
});

test('[W199] a store that says nothing is given up each time, told of once, and gets what is listed later', async () => {
  const real = await startStore();
  const { state, endpoint } = await startTroubled(real);
  const { stream, store, log, pass } = open(endpoint);
  // By a clock, a busy machine would take a store that is well for a silent one.
  const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController();
    if (state.mode === 'silent') setImmediate(() => limit.abort(new Error('no answer in time')));
    return limit.signal;
  });
  onTestFinished(() => limits.mockRestore());
  await pass(4);
  state.mode = 'silent';
  await pass(12);
  expect(log).toEqual([expect.stringContaining('cannot write HLS into s3://onde/stream')]);
  expect(stream.segments.read(stream.segments.last, 'guest')).not.toBeNull();
  state.mode = 'well';
  await pass(14);
  expect(log).toHaveLength(2);
  expect(limits).toHaveBeenCalledWith(HLS_STORE_REQUEST_MS);
  const names = await store.list();
  for (const { number } of stream.segments.listed()) expect(names).toContain(`${number}.mp3`);
});
