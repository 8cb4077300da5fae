import { expect, onTestFinished, test, vi } from 'vitest';
import { framesIn } from '#src/broadcast/timeline/frame-grid.ts';
import { BURST_MS } from '#src/contract/limits.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { ICECAST_RESUME_MS, MountPush } from './mount-push.ts';
import { openFakeIcecast } from './testing/fake-icecast.ts';
import { openPushedStream, pushedFrames } from './testing/pushed-stream.ts';

async function open({ toldMs = null as number | null, reply = '', reads = true } = {}) {
  const icecast = await openFakeIcecast();
  icecast.state.reads = reads;
  if (reply !== '') icecast.state.reply = reply;
  const stream = openPushedStream();
  const clock = new ManualClock();
  const troubles: string[] = [];
  const push = new MountPush({
    server: icecast.server,
    stream,
    variant: 'guest',
    words: () => ({
      name: 'Ondé\r\nX-Own: 1',
      genre: 'Дэнс',
      description: '',
      url: 'http://onde',
      isPublic: true,
    }),
    told: { msOf: () => toldMs },
    onTrouble: (trouble, _, reason) => void troubles.push(`${trouble}: ${reason}`),
    clock,
  });
  stream.followers.add(() => push.follow());
  onTestFinished(async () => {
    push[Symbol.dispose]();
    await icecast[Symbol.asyncDispose]();
  });
  const onAir = () => vi.waitFor(() => expect(push.isWell).toBe(true), PATIENT);
  /** Resolves with the numbers of the frames that came, when those up to the head are there. */
  const pushed = (from = 0) =>
    vi.waitFor(() => {
      const frames = pushedFrames(icecast.heard('/dance.mp3').subarray(from));
      expect(frames.at(-1)).toBe(stream.timeline.headFrame - 1);
      return frames;
    }, PATIENT);
  return { icecast, stream, clock, push, troubles, onAir, pushed };
}

test('[W190] a source begins as Icecast 2.4 expects it, and sends whole frames without a hole', async () => {
  const { icecast, stream, onAir, pushed, troubles } = await open();
  await onAir();
  stream.play(5_000);
  const frames = await pushed();
  expect(frames).toEqual(frames.map((_, at) => (frames[0] ?? 0) + at));
  const [head = ''] = icecast.state.heads;
  expect(head.startsWith('PUT /dance.mp3 HTTP/1.1\r\n')).toBe(true);
  for (const line of [
    `Authorization: Basic ${Buffer.from('source:p@ss').toString('base64')}`,
    'Expect: 100-continue',
    'Content-Type: audio/mpeg',
    'Ice-Name: Ondé X-Own: 1',
    'Ice-Genre: Дэнс',
    'Ice-URL: http://onde',
    'Ice-Audio-Info: ice-samplerate=44100;ice-bitrate=128;ice-channels=2',
  ])
    expect(head.split('\r\n')).toContain(line);
  expect(head).not.toContain('Ice-Description');
  expect(troubles).toEqual([]);
});

test('[W193] a title is told between the last frame before it and the first one of it', async () => {
  const { icecast, stream, onAir, pushed } = await open();
  await onAir();
  stream.play(2_000);
  const last = stream.timeline.headFrame - 1;
  stream.begin('Été & Ночь');
  stream.play(2_000);
  await pushed();
  const { events } = icecast.state;
  const at = events.findIndex((one) => 'title' in one && one.title === 'Été & Ночь');
  const before = events.slice(0, at).flatMap((one) => ('bytes' in one ? [one.bytes] : []));
  expect(events[0]).toEqual({ title: 'First' });
  expect(pushedFrames(Buffer.concat(before)).at(-1)).toBe(last);
});

test('[W193] sound waits for a title no longer than a second, and a refused one is told again', async () => {
  const { icecast, stream, clock, onAir, pushed, troubles } = await open();
  icecast.state.titleReply = 'HTTP/1.0 403 Forbidden\r\n\r\nno';
  await vi.waitFor(() => expect(troubles).toEqual(['titles: 403']), PATIENT);
  stream.play(1_000);
  await pushed();
  icecast.state.titleReply = 'HTTP/1.0 200 OK\r\n\r\n<return>1</return>';
  clock.advance(5_000);
  stream.play(1_000);
  await onAir();
  icecast.state.titleReply = '';
  stream.begin('Slow');
  stream.play(1_000);
  clock.advance(1_000);
  await pushed();
});

test.each([
  ['HTTP/1.0 401 Authentication Required\r\n\r\nYou need to authenticate', 'password'],
  ['HTTP/1.0 403 Forbidden\r\n\r\nMountpoint in use', 'taken'],
  ['HTTP/1.0 403 Forbidden\r\n\r\ntoo many sources connected', 'full'],
  ['HTTP/1.0 400 Bad Request\r\n\r\n', 'refused'],
])('[W191] %j is told as what it is, and tried again less and less often', async (reply, trouble) => {
  const { icecast, clock, troubles } = await open({ reply });
  for (const [at, pauseMs] of [1_000, 2_000, 4_000, 8_000, 10_000, 10_000].entries()) {
    await vi.waitFor(() => expect(troubles).toHaveLength(at + 1), PATIENT);
    clock.advance(pauseMs - 1);
    expect(icecast.state.heads).toHaveLength(at + 1);
    clock.advance(1);
    await vi.waitFor(() => expect(icecast.state.heads).toHaveLength(at + 2), PATIENT);
  }
  expect(troubles[0]?.startsWith(`${trouble}: ${reply.slice(9, 12)}`)).toBe(true);
});

test('[W191] an Icecast that does not read is given up when its backlog is full', async () => {
  const { stream, onAir, troubles } = await open({ reads: false });
  await onAir();
  // The kernel takes some minutes of sound before anything waits here.
  for (let minute = 0; minute < 60 && troubles.length === 0; minute += 1) {
    stream.play(60_000);
    await new Promise(setImmediate);
  }
  expect(troubles).toEqual(['stuck: it does not read']);
});

test('[W192] what a connection did not take does not count as pushed', async () => {
  const { icecast, stream, onAir, push, troubles } = await open({ reads: false });
  await onAir();
  const behindMs = () =>
    stream.timeline.dates.instant(stream.timeline.headFrame) - (push.toldMs ?? Number.POSITIVE_INFINITY);
  for (let second = 0; second < 3_600 && behindMs() < 5_000; second += 1) {
    stream.play(1_000);
    await new Promise(setImmediate);
  }
  expect(troubles).toEqual([]);
  icecast.cutAll();
  await vi.waitFor(() => expect(troubles).toHaveLength(1), PATIENT);
  expect(behindMs()).toBeGreaterThan(4_000);
});

test('[W192] after a short outage it goes on with the next frame, after a long one with the latest seconds', async () => {
  const { icecast, stream, clock, push, onAir, pushed } = await open();
  await onAir();
  stream.play(3_000);
  const first = await pushed();
  const again = async (awayMs: number) => {
    const bytes = icecast.heard('/dance.mp3').length;
    icecast.cutAll();
    await vi.waitFor(() => expect(push.isOnAir).toBe(false), PATIENT);
    stream.play(awayMs);
    await vi.waitFor(() => {
      clock.advance(1_000);
      stream.play(0);
      expect(icecast.heard('/dance.mp3').length).toBeGreaterThan(bytes);
    }, PATIENT);
    return pushed(bytes);
  };
  const second = await again(ICECAST_RESUME_MS - 2_000);
  expect(second[0]).toBe((first.at(-1) ?? 0) + 1);
  const third = await again(ICECAST_RESUME_MS + 2_000);
  expect(third[0]).toBeGreaterThan((second.at(-1) ?? 0) + framesIn(ICECAST_RESUME_MS - BURST_MS));
});

test('[W192] a restart goes on where the run before had come to', async () => {
  const probe = openPushedStream();
  const frame = probe.timeline.headFrame - framesIn(4_000);
  const { onAir, pushed } = await open({ toldMs: probe.timeline.dates.instant(frame) });
  await onAir();
  expect((await pushed())[0]).toBe(frame);
});
