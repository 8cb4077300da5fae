import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { encodeMp3Frames } from '#src/audio/codec/encode-file.ts';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import { type Clock, systemClock } from '#src/platform/clock/clock.ts';
import { ROBOTS, type Robot } from '#src/robots/finding.wire.ts';
import { listenAs } from './listen-as.ts';

const TONE = Buffer.concat(toneFrames(14, 440));
const SILENCE = Buffer.concat(
  encodeMp3Frames({ left: new Float32Array(14 * 44_100), right: new Float32Array(14 * 44_100) }),
);
/** Waiting takes a fifth of its time, and nothing else any: how busy the machine is must not be measured. */
const SPEED = 5;
let waitedMs = 0;
const clock: Clock = {
  ...systemClock,
  monotonicMs: () => waitedMs,
  after(delayMs, callback) {
    const dueMs = waitedMs + delayMs;
    return systemClock.after(delayMs / SPEED, () => {
      waitedMs = Math.max(waitedMs, dueMs);
      callback();
    });
  },
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A station that answers as ours does, but for these addresses. Counts what came without a pass. */
async function openStation(other: Readonly<Record<string, Answer>> = {}) {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    const [path = ''] = (request.url ?? '').split('?');
    const answer = other[path] ?? USUAL[path];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const origin = new URL(`http://127.0.0.1:${port}`);
  return {
    seen,
    origin,
    listen: (robot: Robot, signal: AbortSignal = new AbortController().signal) =>
      listenAs(robot, 'dance', { clock, origin, signal, pass: () => ({ 'x-onde-robot': 'pass' }) }),
  };
}

const json = (value: unknown) => (_: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
const origin = ({ headers }: IncomingMessage) => `http://${headers.host}`;
const stream =
  (sound: Buffer, head: Record<string, string> = {}): Answer =>
  (request, response) => {
    const withTitles = request.headers['icy-metadata'] === '1';
    response.writeHead(200, {
      'Content-Type': 'audio/mpeg',
      'X-First-Ms': String(FIRST_MS),
      ...(withTitles && { 'icy-metaint': '16000' }),
      ...head,
    });
    response.write(withTitles ? withTitle(sound, 'A - One') : sound);
  };
const thatEnds =
  (sound: Buffer): Answer =>
  (request, response) => {
    stream(sound)(request, response);
    response.end();
  };
const FIRST_MS = 1_800_000_000_000;
const withTitle = (sound: Buffer, title: string) => {
  const text = `StreamTitle='${title}';`;
  const block = Buffer.alloc(1 + 16 * Math.ceil(text.length / 16));
  block[0] = (block.length - 1) / 16;
  block.write(text, 1);
  const parts: Buffer[] = [];
  for (let at = 0; at < sound.length; at += 16_000)
    parts.push(sound.subarray(at, at + 16_000), at === 0 ? block : Buffer.of(0));
  return Buffer.concat(parts);
};
const PICTURE: Answer = (_, response) =>
  void response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end('picture');
const mark = { kind: 'track', artiste: 'A', titre: 'One', slug: 'a-one', pochette: '/c.jpg', duration: 60 };
const USUAL: Readonly<Record<string, Answer>> = {
  '/fluxaudio.json': json([
    { id: 'dance', version: 'onde', name: 'Dance', url: '/stream/dance.mp3', hls: '/stream/dance/live.m3u8' },
  ]),
  '/titre.json': json([
    {
      version: 'onde',
      artiste: 'A',
      titre: 'One',
      pochette: '/covers/a_one.jpg',
      slug: 'a-one',
      started_at: '',
      duration: 60,
    },
  ]),
  '/covers/a_one.jpg': PICTURE,
  '/stream/dance/marks': json({
    success: true,
    data: { now_ms: FIRST_MS, marks: [{ ...mark, first_ms: FIRST_MS - 9_000 }] },
  }),
  '/listen/dance.m3u': (request, response) => response.end(`#EXTM3U\n${origin(request)}/stream/dance.mp3\n`),
  '/listen/dance.pls': (request, response) => response.end(`File1=${origin(request)}/stream/dance.mp3\n`),
  '/stream/dance.mp3': stream(TONE),
  '/stream/dance/live.m3u8': (_, response) =>
    void response.end(
      `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-PROGRAM-DATE-TIME:${new Date().toISOString()}\n#EXTINF:2.0,\n7.mp3\n#EXTINF:2.0,\n8.mp3\n`,
    ),
  '/stream/dance/7.mp3': (_, response) => void response.end(TONE.subarray(0, 32_000)),
  '/stream/dance/8.mp3': (_, response) => void response.end(TONE.subarray(32_000, 64_000)),
};

test.each(ROBOTS)(
  '[R179] a station that does all right is well for %s, and each request carries the pass',
  async (robot) => {
    const station = await openStation();
    const finding = await station.listen(robot);
    expect(finding?.problems).toEqual([]);
    expect(finding).toMatchObject({ streamId: 'dance', robot });
    expect(Math.abs((finding?.levelDb ?? 0) + 13.5)).toBeLessThan(1);
    expect(station.seen.every(({ headers }) => headers['x-onde-robot'] === 'pass')).toBe(true);
  },
);

test('[R179] each device asks in its own way', async () => {
  const station = await openStation();
  for (const robot of ['safari', 'vlc', 'sonos'] as const) await station.listen(robot);
  const asked = station.seen.filter(({ url }) => url === '/stream/dance.mp3').map(({ headers }) => headers);
  expect(asked.map(({ range }) => range)).toEqual(['bytes=0-1', undefined, 'bytes=0-', undefined]);
  expect(asked.map((headers) => headers['icy-metadata'])).toEqual([undefined, '1', '1', '1']);
  const paths = station.seen.map(({ url }) => url);
  expect(paths).toEqual(expect.arrayContaining(['/listen/dance.m3u', '/listen/dance.pls']));
});

const DANCE = '/stream/dance.mp3';
/** Marks that say that the bed plays from an instant on, after the track that still shows. */
const bedSince = (first_ms: number): Record<string, Answer> => {
  const bed = { ...mark, first_ms, kind: 'bed', artiste: '', titre: 'Dance', slug: '', duration: 0 };
  const marks = [{ ...mark, first_ms: first_ms - 9_000 }, bed];
  return { '/stream/dance/marks': json({ data: { now_ms: FIRST_MS + 7_000, marks } }) };
};
const status =
  (code: number): Answer =>
  (_, response) =>
    void response.writeHead(code).end();
test.each<[what: string, robot: Robot, other: Record<string, Answer>, problem: string]>([
  ['a stream that is refused', 'browser', { [DANCE]: status(503) }, 'refused'],
  ['a list that is refused', 'browser', { '/fluxaudio.json': status(502) }, 'refused'],
  ['a list that is a page', 'browser', { '/fluxaudio.json': (_, r) => void r.end('<html>') }, 'wrong_answer'],
  [
    'a probe answered with a part',
    'safari',
    { [DANCE]: (q, r) => (q.headers.range ? void r.writeHead(206).end('ab') : stream(TONE)(q, r)) },
    'wrong_answer',
  ],
  [
    'a page instead of sound',
    'browser',
    { [DANCE]: stream(TONE, { 'Content-Type': 'text/html' }) },
    'wrong_answer',
  ],
  [
    'titles that do not come',
    'sonos',
    { [DANCE]: (q, r) => stream(TONE)(Object.assign(q, { headers: {} }), r) },
    'wrong_answer',
  ],
  ['silence', 'browser', { [DANCE]: stream(SILENCE) }, 'silent'],
  ['noise', 'browser', { [DANCE]: stream(Buffer.alloc(120_000, 'noise')) }, 'broken_sound'],
  ['a trickle', 'browser', { [DANCE]: stream(TONE.subarray(0, 32_000)) }, 'gap'],
  ['an end', 'vlc', { [DANCE]: thatEnds(TONE) }, 'cut_off'],
  [
    'another title',
    'vlc',
    {
      '/stream/dance/marks': json({
        data: { now_ms: FIRST_MS, marks: [{ ...mark, titre: 'Two', first_ms: FIRST_MS - 9_000 }] },
      }),
    },
    'title_wrong',
  ],
  [
    'a playlist without an address',
    'vlc',
    { '/listen/dance.m3u': (_, r) => void r.end('#EXTM3U\n') },
    'playlist_wrong',
  ],
  ['no picture', 'browser', { '/covers/a_one.jpg': status(404) }, 'cover_missing'],
  [
    'an HLS playlist that stands still',
    'hls',
    {
      '/stream/dance/live.m3u8': (_, r) =>
        void r.end('#EXTM3U\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n#EXTINF:2,\n7.mp3\n'),
    },
    'playlist_wrong',
  ],
  ['a segment that is gone', 'hls', { '/stream/dance/8.mp3': status(404) }, 'refused'],
  ['the bed in place of music', 'browser', bedSince(FIRST_MS), 'no_music'],
  ['the bed by titles', 'sonos', bedSince(FIRST_MS - 60_000), 'no_music'],
  ['the bed in segments', 'hls', bedSince(0), 'no_music'],
])('[R181] %s is heard as %s', async (_, robot, other, problem) => {
  const finding = await (await openStation(other)).listen(robot);
  expect(finding?.problems).toContain(problem);
  expect(finding?.detail).not.toBe('');
});

test('[R181] the bed is no trouble where it is short, and where a stream has no music yet', async () => {
  const short = await openStation(bedSince(FIRST_MS + 1));
  expect((await short.listen('browser'))?.problems).toEqual([]);
  const row = { version: 'onde', artiste: '', titre: 'Dance', pochette: '/covers/a_one.jpg', slug: '' };
  const soon = await openStation({
    ...bedSince(FIRST_MS - 60_000),
    '/titre.json': json([{ ...row, started_at: '', duration: 0 }]),
  });
  expect((await soon.listen('browser'))?.problems).toEqual([]);
});

test('[R181] a stream that comes by way of others is without music once the bed has played for longer than that takes', async () => {
  const listen = async (first_ms: number) => {
    const unDated = (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, { 'Content-Type': 'audio/mpeg' });
      response.write(TONE);
    };
    return (await openStation({ ...bedSince(first_ms), [DANCE]: unDated })).listen('browser');
  };
  expect((await listen(FIRST_MS - 60_000))?.problems).toEqual(['no_music']);
  expect((await listen(FIRST_MS - 20_000))?.problems).toEqual([]);
});

test('[R181] an HLS playlist that is dated by another clock and goes on is no trouble: a clock was set', async () => {
  let asked = 0;
  const station = await openStation({
    '/stream/dance/live.m3u8': (_, response) => {
      const first = 6 + ++asked;
      const parts = [first, first + 1].map((number) => `#EXTINF:2,\n${number}.mp3\n`).join('');
      response.end(`#EXTM3U\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n${parts}`);
    },
    '/stream/dance/9.mp3': (_, response) => void response.end(TONE.subarray(64_000, 96_000)),
  });
  expect((await station.listen('hls'))?.problems).toEqual([]);
});

test('a robot is led on as players are, and takes its pass nowhere else', async () => {
  const elsewhere = await openStation();
  const address = `${elsewhere.origin.href}stream/dance.mp3`;
  const station = await openStation({
    [DANCE]: (_, response) => void response.writeHead(302, { Location: address }).end(),
  });
  expect((await station.listen('browser'))?.problems).toEqual([]);
  expect(elsewhere.seen.map(({ headers }) => headers['x-onde-robot'])).toEqual([undefined]);
  const round = await openStation({
    [DANCE]: (_, response) => void response.writeHead(302, { Location: DANCE }).end(),
  });
  expect((await round.listen('browser'))?.problems).toEqual(['refused']);
});

test('[R181] a head without sound is silence, and an address of no web no connection', async () => {
  const mute = await openStation({
    [DANCE]: (_, response) => void response.writeHead(200, { 'Content-Type': 'audio/mpeg' }).flushHeaders(),
  });
  expect(await mute.listen('browser')).toMatchObject({ problems: ['silent'], firstByteMs: null });
  const list = [{ id: 'dance', version: 'onde', name: 'Dance', url: 'ftp://example.org/a.mp3', hls: '' }];
  const odd = await (await openStation({ '/fluxaudio.json': json(list) })).listen('browser');
  expect(odd?.problems).toContain('unreachable');
});

test('[R181] an answer that never comes and a connection that is broken off are no connection', async () => {
  const mute = await (await openStation({ [DANCE]: () => {} })).listen('browser');
  expect(mute?.problems[0]).toBe('unreachable');
  const broken = await (await openStation({ [DANCE]: (q) => void q.socket.destroy() })).listen('browser');
  expect(broken).toMatchObject({ problems: ['unreachable'], firstByteMs: null, levelDb: null });
});

test('where the station offers no HLS there is nothing to find, and a robot that is stopped ends at once', async () => {
  const list = [{ id: 'dance', version: 'onde', name: 'Dance', url: DANCE, hls: '' }];
  expect(await (await openStation({ '/fluxaudio.json': json(list) })).listen('hls')).toBeNull();
  const stopping = new AbortController();
  const station = await openStation({ [DANCE]: () => stopping.abort() });
  expect((await station.listen('browser', stopping.signal))?.problems).toContain('unreachable');
});
