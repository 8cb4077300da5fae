import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { FRAME_SECONDS } from './frame-cutter.ts';
import { type FeedNews, FullStream, NoFeed, openSound, SoundFeed } from './sound-feed.ts';
import { FakeSink } from './testing/fake-sink.ts';
import { FakeStream } from './testing/fake-stream.ts';

/** Frame 0 of the stream is on air at this instant. */
const T = 1_790_000_000_000;

let clock: ManualClock;
let stream: FakeStream;
let sink: FakeSink;
let news: FeedNews[];
let feed: SoundFeed;

beforeEach(() => {
  clock = new ManualClock();
  stream = new FakeStream(T);
  sink = new FakeSink();
  news = [];
  feed = new SoundFeed({ clock, open: stream.open, sink, tell: (one) => news.push(one) });
});

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const msOf = (frame: number) => T + frame * FRAME_SECONDS * 1000;
const begin = async (frame: number) => {
  feed.fetch(() => ({
    address: `/stream/dance.mp3?from=${Math.round(msOf(frame) + 13)}`,
    fromMs: msOf(frame),
  }));
  await settle();
};

test('hands on whole frames in order, and says where the first one sounds', async () => {
  await begin(100);
  stream.send(100, 300);
  await settle();
  stream.send(300, 330);
  await settle();
  expect(sink.frames).toEqual(range(100, 330));
  expect(sink.unheardSeconds).toBe(0);
  expect(news).toMatchObject([{ type: 'begun', firstMs: Math.ceil(msOf(100)), atSeconds: 0 }]);
  expect(feed.endSeconds).toBeCloseTo(230 * FRAME_SECONDS, 6);
});

test.each([1, 2, 8])(
  'what comes %i frames before the one asked for is for the decoder alone',
  async (count) => {
    stream.preRoll = count;
    await begin(100);
    stream.send(100 - count, 200);
    await settle();
    expect(sink.frames).toEqual(range(100 - count, 200));
    expect(sink.unheardSeconds).toBeCloseTo(count * FRAME_SECONDS, 6);
    expect(feed.endSeconds).toBeCloseTo(100 * FRAME_SECONDS, 6);
    expect(news).toMatchObject([{ atSeconds: expect.closeTo(-count * FRAME_SECONDS, 6) }]);
  },
);

test('is heard from within a frame on where it is asked for there', async () => {
  const fromMs = msOf(100) + 14;
  feed.fetch(() => ({ address: `/stream/dance.mp3?from=${Math.round(fromMs)}`, fromMs }));
  stream.preRoll = 1;
  await settle();
  stream.send(99, 200);
  await settle();
  expect(sink.unheardSeconds).toBeCloseTo(FRAME_SECONDS + 0.014, 6);
  expect(news).toMatchObject([{ atSeconds: expect.closeTo(-FRAME_SECONDS - 0.014, 6) }]);
});

test('a later connection goes on with the frame after the last one, and leaves out what the decoder knows', async () => {
  await begin(100);
  stream.send(100, 150);
  await settle();
  stream.close();
  await settle();
  expect(news.map(({ type }) => type)).toEqual(['begun', 'ended']);
  stream.preRoll = 3;
  await begin(150);
  stream.send(147, 149);
  await settle();
  stream.send(149, 170);
  await settle();
  expect(sink.frames).toEqual(range(100, 170));
  expect(news.at(-1)).toMatchObject({ type: 'begun', atSeconds: expect.closeTo(47 * FRAME_SECONDS, 6) });
});

test('what begins elsewhere altogether is taken as it comes: the stream was dated anew, or is live', async () => {
  await begin(100);
  stream.send(100, 150);
  await settle();
  for (const preRoll of [9, -500]) {
    stream.preRoll = preRoll;
    const before = sink.frames.length;
    await begin(150);
    stream.send(150 - preRoll, 200 - preRoll);
    await settle();
    expect(sink.frames.slice(before)).toEqual(range(150 - preRoll, 200 - preRoll));
  }
});

describe('a connection', () => {
  test('in whose middle of a frame the server dies leaves that frame to the next one', async () => {
    await begin(100);
    stream.send(100, 150, 100);
    await settle();
    stream.close();
    await settle();
    await begin(149);
    stream.send(149, 160);
    await settle();
    expect(sink.frames).toEqual(range(100, 160));
  });

  test('that is replaced while its sound is being handed on waits with the question where to go on', async () => {
    await begin(100);
    sink.hold();
    stream.send(100, 150);
    await settle();
    let asked = 0;
    feed.fetch(() => {
      asked += 1;
      return { address: '/stream/dance.mp3', fromMs: msOf(150) };
    });
    await settle();
    expect(asked).toBe(0);
    sink.letGo();
    await settle();
    expect([asked, sink.frames.length]).toEqual([1, 50]);
    stream.send(150, 160);
    await settle();
    expect(sink.frames).toEqual(range(100, 160));
    expect(news.map(({ type }) => type)).toEqual(['begun', 'begun']);
  });

  test('that falls silent for longer than rounds last is over', async () => {
    await begin(100);
    stream.send(100, 150);
    await settle();
    clock.advance(5_900);
    await settle();
    expect(news).toHaveLength(1);
    clock.advance(200);
    await settle();
    expect(news.at(-1)).toEqual({ type: 'ended', why: 'the stream fell silent' });
    expect(stream.isAborted).toBe(true);
  });

  test('that never answers is over as well', async () => {
    stream.answers = false;
    await begin(100);
    clock.advance(6_100);
    await settle();
    expect(news).toMatchObject([{ type: 'ended' }]);
  });

  test.each([
    ['of somebody else, whose place is unknown', () => (stream.failure = new NoFeed('elsewhere'))],
    ['that brings no frames', () => (stream.garbage = true)],
    ['whose frames the browser refuses', () => (sink.isBroken = true)],
  ])('%s is no feed', async (_, spoil) => {
    spoil();
    await begin(100);
    if (stream.failure === null) stream.send(100, 150);
    await settle();
    expect(news).toMatchObject([{ type: 'broken' }]);
  });

  test('says nothing more once the feed is closed', async () => {
    await begin(100);
    feed[Symbol.dispose]();
    await settle();
    clock.advance(60_000);
    await settle();
    expect([news, stream.isAborted]).toEqual([[], true]);
  });
});

describe('what answers', () => {
  const answer = async (status: number, headers: Record<string, string>, body = '…') => {
    vi.stubGlobal('fetch', async () => new Response(body, { status, headers }));
    vi.stubGlobal('document', { documentElement: { lang: 'fr' } });
    const opened = await openSound('/stream/dance.mp3', new AbortController().signal).catch(
      (error: Error) => error,
    );
    vi.unstubAllGlobals();
    return opened;
  };

  test('with sound and its instant is a feed; without it is none, whatever it is called', async () => {
    const sound = { 'Content-Type': 'audio/mpeg', 'X-First-Ms': String(T) };
    expect(await answer(200, sound)).toMatchObject({ firstMs: T });
    for (const type of ['audio/mpeg', 'application/octet-stream'])
      expect(await answer(200, { 'Content-Type': type })).toBeInstanceOf(NoFeed);
  });

  test.each([
    ['the page of a network that wants a sign-in first', 200, { 'Content-Type': 'text/html' }],
    ['a radio that is full', 503, { 'Content-Type': 'audio/mpeg' }],
  ])('with %s is no stream now, and may be one later', async (_, status, headers) => {
    const opened = await answer(status, headers);
    expect(opened).toBeInstanceOf(Error);
    expect(opened).not.toBeInstanceOf(NoFeed);
    expect(opened).not.toBeInstanceOf(FullStream);
  });

  test('with a refusal for want of room says so in the server’s words, and when to ask again [R239]', async () => {
    const refuse = (code: string, headers = { 'Retry-After': '30' }) =>
      answer(503, headers, JSON.stringify({ success: false, error: 'Ce flux est complet.', code }));
    expect(await refuse('stream_full')).toMatchObject({ message: 'Ce flux est complet.', waitMs: 30_000 });
    expect(await refuse('address_full')).toBeInstanceOf(FullStream);
    expect(await refuse('stream_full', { 'Retry-After': '86400' })).toMatchObject({ waitMs: 120_000 });
    // A standby is on the air in a moment.
    expect(await refuse('not_on_air')).not.toBeInstanceOf(FullStream);
    expect(await refuse('stream_full', { 'Retry-After': 'soon' })).not.toBeInstanceOf(FullStream);
  });
});

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, at) => (from + at) & 0xff);
}
