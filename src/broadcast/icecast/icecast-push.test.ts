import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { ICECAST_LOOK_MS, IcecastPush } from './icecast-push.ts';
import { ICECAST_ANSWER_BYTES_MAX, ICECAST_ANSWER_MS } from './icecast-server.ts';
import { openFakeIcecast } from './testing/fake-icecast.ts';
import { openPushedStream } from './testing/pushed-stream.ts';
import { toldMountsSchema } from './told-mounts.wire.ts';

async function open() {
  const folder = await mkdtemp(join(tmpdir(), 'onde-icecast-'));
  const icecast = await openFakeIcecast();
  const stream = openPushedStream();
  const clock = new ManualClock();
  const log: string[] = [];
  const logger = pino({}, { write: (line) => void log.push(JSON.parse(line).msg) });
  const push = new IcecastPush({
    server: icecast.server,
    streams: [stream],
    words: () => ({ name: 'Dance', genre: '', description: '', url: 'http://onde', isPublic: false }),
    toldPath: join(folder, 'icecast.json'),
    clock,
    logger,
  });
  onTestFinished(async () => {
    await push[Symbol.asyncDispose]();
    await icecast[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  const onAir = (count: number) =>
    vi.waitFor(() => expect(push.figures().filter(({ isOnAir }) => isOnAir)).toHaveLength(count), PATIENT);
  return { push, icecast, stream, clock, log, onAir, told: join(folder, 'icecast.json') };
}

test('[W190, W195] both variants are pushed, and Icecast says who listens', async () => {
  const { push, icecast, onAir } = await open();
  await onAir(2);
  expect(push.figures().map(({ listeners }) => listeners)).toEqual([null, null]);
  icecast.state.status = JSON.stringify({
    icestats: { source: { listenurl: 'http://x:8000/dance-noads.mp3', listeners: 4 } },
  });
  await push.look();
  expect(push.figures()).toEqual([
    { streamId: 'dance', variant: 'guest', isOnAir: true, listeners: null },
    { streamId: 'dance', variant: 'member', isOnAir: true, listeners: 4 },
  ]);
});

test('[W191] an outage of all mounts is one line of the log, and so is its end', async () => {
  const { icecast, stream, clock, log, onAir } = await open();
  await onAir(2);
  const { reply } = icecast.state;
  icecast.state.reply = 'HTTP/1.0 401 Authentication Required\r\n\r\nno';
  icecast.cutAll();
  for (let second = 0; second < 40; second += 1) {
    clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await vi.waitFor(() => expect(log).toHaveLength(2), PATIENT);
  icecast.state.reply = reply;
  await vi.waitFor(async () => {
    clock.advance(1_000);
    stream.play(500);
    await new Promise(setImmediate);
    expect(log).toHaveLength(4);
  }, PATIENT);
  expect(log).toEqual([
    expect.stringContaining('does not answer, and its listeners wait'),
    expect.stringContaining('refuses the password: write the <source-password>'),
    expect.stringContaining('has the streams again'),
    expect.stringContaining('takes the password'),
  ]);
});

test('[W191] one that answers nothing any more is given up, although it takes what is written', async () => {
  const { push, icecast, clock, log, onAir } = await open();
  await onAir(2);
  icecast.state.status = null;
  for (let look = 0; look < 2; look += 1) {
    const looked = push.look();
    clock.advance(ICECAST_ANSWER_MS);
    await looked;
  }
  expect(push.figures().some(({ isOnAir }) => isOnAir)).toBe(false);
  icecast.state.reply = '';
  for (let second = 0; second < 12; second += 1) {
    clock.advance(1_000);
    await new Promise(setImmediate);
  }
  expect(log).toEqual([expect.stringContaining('does not read: restart it')]);
  expect(ICECAST_LOOK_MS).toBeGreaterThan(ICECAST_ANSWER_MS);
});

test('[W191] what it did not answer while it was away is not held against it once it is back', async () => {
  const { push, icecast, clock } = await open();
  const onAir = () => push.figures().filter(({ isOnAir }) => isOnAir).length;
  const second = async () => {
    clock.advance(1_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const { reply } = icecast.state;
  icecast.state.status = null;
  icecast.state.reply = 'HTTP/1.0 503 Service Unavailable\r\n\r\nno';
  icecast.cutAll();
  for (let awaySeconds = 0; awaySeconds < 40; awaySeconds += 1) await second();
  icecast.state.reply = reply;
  await vi.waitFor(async () => {
    await second();
    expect(onAir()).toBe(2);
  }, PATIENT);
  // Busy with all who come back, it leaves one more question without an answer.
  for (let forMs = 0; forMs < ICECAST_LOOK_MS; forMs += 1_000) {
    await second();
    expect(onAir()).toBe(2);
  }
  await vi.waitFor(async () => {
    await second();
    expect(onAir()).toBe(0);
  }, PATIENT);
});

test('[W191] an Icecast of very many mounts is heard by no fewer, and does not say who listens', async () => {
  const { push, icecast, log, onAir } = await open();
  await onAir(2);
  const listening = { icestats: { source: { listenurl: 'http://x:8000/dance.mp3', listeners: 4 } } };
  icecast.state.status = JSON.stringify(listening) + ' '.repeat(2 * 1024 * 1024);
  await push.look();
  expect(push.figures().map(({ listeners }) => listeners)).toEqual([4, null]);
  icecast.state.status = JSON.stringify(listening) + ' '.repeat(ICECAST_ANSWER_BYTES_MAX);
  for (let look = 0; look < 3; look += 1) await push.look();
  expect(push.figures().map(({ isOnAir, listeners }) => [isOnAir, listeners])).toEqual([
    [true, null],
    [true, null],
  ]);
  expect(log).toEqual([]);
});

test('[W192] how far each mount was pushed is written down each second', async () => {
  const { stream, clock, onAir, told } = await open();
  await onAir(2);
  await vi.waitFor(async () => {
    clock.advance(1_000);
    stream.play(500);
    const { mounts, writtenMs } = toldMountsSchema.parse(JSON.parse(await readFile(told, 'utf8')));
    expect(writtenMs).toBeGreaterThan(0);
    expect(mounts['/dance-noads.mp3']).toMatchObject({ isOnAir: true, listeners: null });
    const ms = mounts['/dance.mp3']?.ms ?? 0;
    expect(stream.timeline.dates.instant(stream.timeline.headFrame) - ms).toBeLessThan(2_000);
  }, PATIENT);
});
