import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '#src/broadcast/figures/daily-hashes.ts';
import { openExchange } from '#src/broadcast/http/exchange.ts';
import { AdFreePermits } from '#src/broadcast/listeners/ad-free.ts';
import { Admission } from '#src/broadcast/listeners/admission.ts';
import { readPlaylist } from '#src/broadcast/testing/read-playlist.ts';
import { framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import { AD_FREE_STREAMS, PLAYLIST_KEPT_SECONDS } from '#src/contract/limits.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { HlsAnswers } from './hls-answers.ts';
import { HlsListeners } from './hls-listeners.ts';
import { SegmentTags } from './segment-tags.ts';
import { SEGMENT_KEPT_SECONDS } from './segments.ts';
import { framesOf, NOON, openSegmentedStream } from './testing/segmented-stream.ts';

const SECOND = framesIn(1_000);
/** What stands in `X-Pass` of a robot's request here. */
const PASS = { 'X-Pass': 'robot' };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'onde-hls-answers-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Tokens here are `member.second`, good until that second of the programme. */
async function open({ streamMax = 10 } = {}) {
  const stream = openSegmentedStream();
  const clock = new ManualClock(NOON);
  const admission = new Admission({ streamMax, addressMax: 1_000 });
  const adFree = new AdFreePermits();
  const sent: [variant: string, number: number, caller: Caller][] = [];
  const answers = new HlsAnswers({
    listeners: new HlsListeners({ admission, adFree, clock }),
    robots: { isOne: ({ headers }) => headers['x-pass'] === 'robot' },
    peerOf: ({ request }) => ({
      address: String(request.headers['x-from'] ?? '192.0.2.1'),
      isThisMachine: false,
      isDoubted: false,
    }),
    memberOf(token, atMs) {
      const [member = '', second = 0] = token?.split('.') ?? [];
      return atMs < NOON + 1_000 * Number(second) ? member : null;
    },
    tags: new SegmentTags(join(folder, 'secret')),
    onSent: (_, variant, { number }, caller) => void sent.push([variant, number, caller]),
    clock,
  });
  const server = createServer((request, response) => {
    const exchange = openExchange(request, response);
    const [, number, tag = ''] = /^\/(\d+)(?:-(.+))?\.mp3$/.exec(exchange.path) ?? [];
    if (number === undefined) answers.playlist(exchange, stream);
    else answers.segment(exchange, stream, Number(number), tag);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, options: RequestInit = {}) => fetch(`http://127.0.0.1:${port}/${path}`, options);
  return {
    stream,
    admission,
    adFree,
    sent,
    ask,
    /** What the playlist at an address says. */
    async read(query = '', options: RequestInit = {}) {
      const reply = await ask(`live.m3u8${query}`, options);
      return readPlaylist(await reply.text());
    },
    /** Seconds of the programme, and of the clock. */
    play(seconds: number) {
      stream.play(seconds * SECOND);
      clock.advance(seconds * 1_000);
    },
    playBreak(seconds: number) {
      const at = stream.playBreak(seconds * SECOND);
      clock.advance(seconds * 1_000);
      return at;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const from = (address: string, userAgent = 'player') => ({
  headers: { 'X-From': address, 'User-Agent': userAgent },
});

test('a playlist and a segment can be read by any site, and kept for as long as they hold', async () => {
  await using radio = await open();
  radio.play(30);
  const reply = await radio.ask('live.m3u8');
  expect(reply.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
  expect(reply.headers.get('cache-control')).toBe(`public, max-age=${PLAYLIST_KEPT_SECONDS}`);
  const { segments } = readPlaylist(await reply.text());
  const last = segments.at(-1);
  const segment = await radio.ask(last?.address ?? '');
  expect(segment.headers.get('content-type')).toBe('audio/mpeg');
  expect(segment.headers.get('cache-control')).toBe(`public, max-age=${SEGMENT_KEPT_SECONDS}, immutable`);
  for (const one of [reply, segment]) expect(one.headers.get('access-control-allow-origin')).toBe('*');
  const bytes = Buffer.from(await segment.arrayBuffer());
  expect(bytes.equals(radio.stream.segments.read(last?.number ?? 0, 'guest') ?? Buffer.alloc(0))).toBe(true);
  const again = await radio.ask('live.m3u8', {
    headers: { 'If-None-Match': reply.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  const missing = await radio.ask(`${(last?.number ?? 0) + 1}.mp3`);
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'public, max-age=1']);
});

test('however many ask, a playlist is written once for as long as it stays the same', async () => {
  await using radio = await open({ streamMax: 1_000 });
  radio.play(30);
  let reads = 0;
  const { breaksIn } = radio.stream.segments;
  radio.stream.segments.breaksIn = (segment) => {
    reads += 1;
    return breaksIn.call(radio.stream.segments, segment);
  };
  const { segments } = await radio.read();
  expect(reads).toBe(segments.length);
  for (let at = 0; at < 50; at += 1) await radio.read('', from(`192.0.2.${at}`));
  expect(reads).toBe(segments.length);
});

test('members have addresses of their own, which nobody can make up', async () => {
  await using radio = await open();
  radio.play(20);
  const at = radio.playBreak(20);
  radio.play(10);
  const [guest, member, dead] = [
    await radio.read(),
    await radio.read('?noads=zoe.99'),
    await radio.read('?noads=zoe.9'),
  ];
  expect(dead).toEqual(guest);
  expect(member.segments.map(({ number }) => number)).toEqual(guest.segments.map(({ number }) => number));
  const addresses = new Set(guest.segments.map(({ address }) => address));
  for (const { number, address } of member.segments) {
    expect(addresses.has(address)).toBe(false);
    const segment = radio.stream.segments.find(number);
    const isInBreak = segment && segment.first >= at && segment.end <= at + 20 * SECOND;
    const heard = framesOf(Buffer.from(await (await radio.ask(address)).arrayBuffer()));
    if (isInBreak) expect(new Set(heard.map(([music]) => music))).toEqual(new Set([9]));
  }
  const [one, other] = member.segments.map(({ address }) => address);
  const swapped = `${one?.split('-')[0]}-${other?.split('-').slice(1).join('-')}`;
  expect((await radio.ask(swapped)).status).toBe(404);
  const reply = await radio.ask('live.m3u8?noads=zoe.99');
  expect(reply.headers.get('cache-control')).toBe(`private, max-age=${PLAYLIST_KEPT_SECONDS}`);
});

test('a token that ends in the middle of a break counts to its end, and no further', async () => {
  await using radio = await open();
  radio.play(20);
  const at = radio.playBreak(30);
  radio.play(10);
  // Good until ten seconds of the break were over.
  const { segments } = await radio.read('?noads=zoe.30');
  const isMembers = (number: number) => segments.find((one) => one.number === number)?.address.includes('-');
  let inBreak = 0;
  for (const { number, first, end } of radio.stream.segments.listed()) {
    const reachesIn = end > at && first < at + 30 * SECOND;
    expect(isMembers(number)).toBe(reachesIn);
    inBreak += Number(reachesIn);
  }
  expect(inBreak).toBeGreaterThan(14);
  // The next break begins after it.
  const next = radio.playBreak(10);
  radio.play(5);
  const later = await radio.read('?noads=zoe.30');
  for (const { number, first, end } of radio.stream.segments.listed())
    if (end > next && first < next + 10 * SECOND)
      expect(later.segments.find((one) => one.number === number)?.address).toBe(`${number}.mp3`);
});

test('past a member’s streams without adverts more hear the usual one', async () => {
  await using radio = await open({ streamMax: 2 * AD_FREE_STREAMS });
  radio.play(20);
  const isMembers = async (address: string) => {
    const { segments } = await radio.read('?noads=zoe.99', from(address));
    return segments.at(-1)?.address.includes('-');
  };
  for (let at = 0; at < AD_FREE_STREAMS; at += 1) expect(await isMembers(`192.0.2.${at}`)).toBe(true);
  expect(await isMembers('192.0.2.100')).toBe(false);
  expect(await isMembers('192.0.2.0')).toBe(true);
});

test('past the listeners of a stream who comes is told when to ask again, and who is there goes on', async () => {
  await using radio = await open({ streamMax: 2 });
  radio.play(20);
  await radio.read('', from('192.0.2.1'));
  const { segments } = await radio.read('', from('192.0.2.2'));
  for (const path of ['live.m3u8', segments.at(-1)?.address ?? '']) {
    const refused = await radio.ask(path, from('192.0.2.3'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
    expect(refused.headers.get('access-control-expose-headers')).toBe('Retry-After');
    expect((await radio.ask(path, from('192.0.2.1'))).status).toBe(200);
    const uncounted = { headers: { ...from('192.0.2.3').headers, ...PASS } };
    expect((await radio.ask(path, uncounted)).status).toBe(200);
    expect((await radio.ask(path, { ...from('192.0.2.3'), method: 'HEAD' })).status).toBe(200);
  }
  expect((await radio.ask('1.mp3', from('192.0.2.3'))).status).toBe(404);
  expect(radio.admission.refused).toEqual({ stream_full: 1, address_full: 0, no_room: 0 });
});

test('a segment that was sent whole is told, of a listener alone', async () => {
  await using radio = await open();
  radio.play(20);
  const [guest, member] = [await radio.read(), await radio.read('?noads=zoe.99')];
  const { number = 0, address = '' } = guest.segments.at(-1) ?? {};
  await (await radio.ask(address, from('192.0.2.7', 'VLC'))).arrayBuffer();
  await (await radio.ask(member.segments.at(-1)?.address ?? '')).arrayBuffer();
  await (await radio.ask(address, { headers: PASS })).arrayBuffer();
  await radio.ask(address, { method: 'HEAD' });
  await radio.ask('1.mp3');
  expect(radio.sent.map(([variant, of]) => [variant, of])).toEqual([
    ['guest', number],
    ['member', number],
  ]);
  expect(radio.sent[0]?.[2]).toEqual({ address: '192.0.2.7', userAgent: 'VLC' });
});

test('methods of a document alone are allowed', async () => {
  await using radio = await open();
  radio.play(20);
  for (const path of ['live.m3u8', `${radio.stream.segments.last}.mp3`]) {
    const [post, options] = [
      await radio.ask(path, { method: 'POST' }),
      await radio.ask(path, { method: 'OPTIONS' }),
    ];
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(options.status).toBe(204);
  }
});
