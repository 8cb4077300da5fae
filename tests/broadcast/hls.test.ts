import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { splitBroadcastFrames } from '#src/audio/mp3/broadcast-frames.ts';
import { reservoirFrames } from '#src/audio/testing/reservoir-frames.ts';
import { toneFrames } from '#src/audio/testing/tone-frames.ts';
import { ticksAt } from '#src/broadcast/hls/timestamp-tag.ts';
import { type ListenersEntry, listenersEntrySchema } from '#src/broadcast/journal/journal-entry.wire.ts';
import { listen } from '#src/broadcast/testing/listen.ts';
import { type ReadPlaylist, readPlaylist } from '#src/broadcast/testing/read-playlist.ts';
import { frameHolding } from '#src/broadcast/timeline/frame-grid.ts';
import { HOUR_MS } from '#src/contract/durations.ts';
import { parseJsonLines } from '#src/platform/files/json-lines.ts';
import { AD_FREE_PURPOSE, signAdFreeToken } from '#src/platform/secrets/ad-free-token.ts';
import { instanceKey } from '#src/platform/secrets/instance-secret.ts';
import { PATIENT } from '#src/platform/testing/patience.ts';
import { mediaRecord } from '#src/station/testing/station-data.ts';
import { type FastRadio, startFastRadio } from './support/fast-radio.ts';
import { hearHls } from './support/hear-hls.ts';
import { addTones, createHome, type Home } from './support/radio.ts';
import { decode, levelDb, SAMPLE_RATE, toneDb } from './support/sound.ts';

const SPEED = 10;
const LIVE = '/stream/dance/live.m3u8';
/** Tones by which one hears what plays; tracks are at 330, 440 and 550 Hz. */
const SPOT_HERTZ = 2_100;
const INTERLUDE_HERTZ = 1_200;
const BREAK_SECONDS = 14;
const TICKS_A_FRAME = 115_200 / 49;

let home: Home;
let radio: FastRadio;
let hlsDir: string;
beforeAll(async () => {
  home = await createHome();
  hlsDir = join(home.stationDir, '..', 'hls');
  await writeFile(
    join(home.stationDir, 'station.yaml'),
    'streams:\n  - { id: dance, jingleEvery: 0, adverts: { minutes: [1, 3, 5, 7, 9, 11], spots: 1 } }\n  - { id: club }\n',
  );
  await addTones(home, 3, 12);
  // Music whose frames do not stand alone.
  await home.addMedia(mediaRecord(9, 'Artist 9', 'Beats'), reservoirFrames(12));
  for (const [number, kind, seconds, hertz] of [
    [51, 'spot', BREAK_SECONDS, SPOT_HERTZ],
    [61, 'interlude', 40, INTERLUDE_HERTZ],
  ] as const)
    await home.addMedia(
      mediaRecord(number, 'Onde', `The ${kind}`, 'dance', { kind }),
      toneFrames(seconds, hertz),
    );
  radio = await startFastRadio(home, SPEED, Date.UTC(2026, 10, 21, 12, 0, 44), { HLS_DIR: hlsDir });
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
async function read(query = '', address = LIVE): Promise<ReadPlaylist> {
  const reply = await fetch(`${radio.origin}${address}${query}`);
  expect(reply.status).toBe(200);
  return readPlaylist(await reply.text());
}
async function segment(address: string): Promise<Buffer> {
  const reply = await fetch(`${radio.origin}/stream/dance/${address}`);
  expect(reply.status).toBe(200);
  return Buffer.from(await reply.arrayBuffer());
}
/** A segment without its timestamp. */
const audioOf = (bytes: Buffer) => bytes.subarray(10 + bytes.readUInt8(9));
/** What the segments of a playlist sound like, one after the other. */
async function sound({ segments }: ReadPlaylist, name: string): Promise<Float32Array> {
  const parts = await Promise.all(segments.map(async ({ address }) => audioOf(await segment(address))));
  return decode(Buffer.concat(parts), home.folder.root, name);
}

test('guests hear the spot in segments, members something else; before and behind it both hear the same', async () => {
  await vi.waitFor(async () => {
    // A break, and the track behind it.
    const { data } = await (await fetch(`${radio.origin}/stream/dance/marks`)).json();
    const kinds = data.marks.map(({ kind }: { kind: string }) => kind);
    expect(kinds.slice(kinds.lastIndexOf('spot')).length).toBe(2);
    const behindMs = data.now_ms - data.marks.at(-1).first_ms;
    expect(behindMs).toBeGreaterThan(4_000);
  }, PATIENT);
  radio.clock.stand();
  const [guest, member] = [await read(), await read(`?noads=${token()}`)];
  const [heard, instead] = [await sound(guest, 'guest'), await sound(member, 'member')];
  radio.clock.go();
  expect(heard.length).toBe(instead.length);
  const first = heard.findIndex((sample, at) => sample !== instead[at]);
  const last = heard.findLastIndex((sample, at) => sample !== instead[at]);
  const seconds = (last - first) / SAMPLE_RATE;
  // The halves of frames overlap.
  expect(Math.abs(seconds - BREAK_SECONDS)).toBeLessThan(0.1);
  const spot = (samples: Float32Array) => toneDb(samples.subarray(first, last), SPOT_HERTZ);
  const interlude = (samples: Float32Array) => toneDb(samples.subarray(first, last), INTERLUDE_HERTZ);
  expect(spot(heard)).toBeGreaterThan(-30);
  expect(spot(instead)).toBeLessThan(-60);
  expect(interlude(instead)).toBeGreaterThan(-30);
  expect(interlude(heard)).toBeLessThan(-60);
});

test('FFmpeg plays the live playlist without a gap: frame for frame what the stream sends', async () => {
  using stream = listen(radio.origin, '/stream/dance.mp3');
  const firstFrame = frameHolding(Number((await stream.head()).headers.get('x-first-ms')));
  // So that its beginning is not the newest any more.
  await stream.bytes(20 * 16_000);
  const { frames, ticks } = await hearHls(`${radio.origin}${LIVE}`, 20 * 38);
  const sent = splitBroadcastFrames(await stream.bytes(0));
  const sentFrame = (at: number) => sent.audio.subarray(sent.frameOffsets[at], sent.frameOffsets[at + 1]);
  const at = sent.frameOffsets.findIndex((_, index) => ticksAt(firstFrame + index) === ticks[0]);
  expect(at).toBeGreaterThan(0);
  for (const [index, frame] of frames.entries()) {
    expect(frame.equals(sentFrame(at + index))).toBe(true);
    const late = Number((ticks[index] ?? 0n) - ticksAt(firstFrame + at + index));
    // It reads a segment's timestamp some frames before it has given out the last ones of the segment before.
    expect(Math.abs(late)).toBeLessThan(4 * TICKS_A_FRAME);
  }
  const samples = await decode(Buffer.concat(frames), home.folder.root, 'ffmpeg');
  expect(levelDb(samples)).toBeGreaterThan(-30);
});

test('a web server finds the same in HLS_DIR', async () => {
  radio.clock.stand();
  const there = await vi.waitFor(async () => {
    const inFolder = readPlaylist(await readFile(join(hlsDir, 'dance', 'live.m3u8'), 'utf8'));
    expect(inFolder).toEqual(await read());
    return inFolder;
  }, PATIENT);
  for (const { address } of there.segments)
    expect((await readFile(join(hlsDir, 'dance', address))).equals(await segment(address))).toBe(true);
  radio.clock.go();
});

test('addresses where nothing is are told so', async () => {
  const code = async (path: string) => {
    const reply = await fetch(`${radio.origin}${path}`);
    return [reply.status, (await reply.json()).code];
  };
  expect(await code('/stream/jazz/live.m3u8')).toEqual([404, 'stream_not_found']);
  expect(await code('/stream/jazz/1.mp3')).toEqual([404, 'stream_not_found']);
  for (const path of [
    '1.mp3',
    '999999999999.mp3',
    '-1.mp3',
    '1.5.mp3',
    'x.mp3',
    '1-abc.mp3',
    'live.m3u',
    '1.mp3/',
  ])
    expect(await code(`/stream/dance/${path}`)).toEqual([404, 'not_found']);
});

test('the list of streams leads there', async () => {
  const [dance] = await (await fetch(`${radio.origin}/fluxaudio.json`)).json();
  expect(dance.hls).toBe(LIVE);
});

test('after a restart numbers, bytes and dates go on as they were', async () => {
  radio.clock.stand();
  const before = await read();
  const bytes = new Map<number, Buffer>();
  for (const { number, address } of before.segments) bytes.set(number, await segment(address));
  const atMs = radio.clock.nowMs();
  await radio[Symbol.asyncDispose]();

  radio = await startFastRadio(home, SPEED, atMs + 3_000);
  const again = await read();
  expect(again.sequence).toBeGreaterThanOrEqual(before.sequence);
  expect(again.segments.at(-1)?.discontinuities).toBe(before.segments.at(-1)?.discontinuities);
  const same = again.segments.filter(({ number }) => bytes.has(number));
  expect(same.length).toBeGreaterThan(20);
  for (const { number, address, dateMs } of same) {
    expect((await segment(address)).equals(bytes.get(number) ?? Buffer.alloc(0))).toBe(true);
    const told = before.segments.find((one) => one.number === number)?.dateMs ?? 0;
    expect(Math.abs(dateMs - told)).toBeLessThan(2);
  }
});

test('a clock that is set shows in dates, behind a discontinuity; numbers and sound go on', async () => {
  const before = await read();
  radio.clock.step(3 * HOUR_MS);
  const after = await vi.waitFor(async () => {
    const playlist = await read();
    expect(playlist.segments.filter(({ isDiscontinuity }) => isDiscontinuity)).toHaveLength(1);
    return playlist;
  }, PATIENT);
  const at = after.segments.findIndex(({ isDiscontinuity }) => isDiscontinuity);
  const [last, first] = [after.segments[at - 1], after.segments[at]];
  if (!last || !first) throw new Error('there is a segment on either side');
  const stepMs = first.dateMs - last.dateMs - last.seconds * 1000;
  expect(Math.abs(stepMs - 3 * HOUR_MS)).toBeLessThan(2_000);
  const known = before.segments.filter(({ number }) => number >= after.sequence);
  for (const one of known)
    expect(after.segments).toContainEqual({ ...one, dateMs: expect.closeTo(one.dateMs, -1) });
});

test('after a restart with the clock an hour back numbers go on behind those told', async () => {
  const atMs = radio.clock.nowMs();
  const highest = (await read()).segments.at(-1)?.number ?? 0;
  await radio[Symbol.asyncDispose]();

  radio = await startFastRadio(home, SPEED, atMs - HOUR_MS);
  const back = await read();
  const first = back.segments.find(({ isDiscontinuity }) => isDiscontinuity);
  expect(first?.number).toBeGreaterThan(highest);
  expect(Math.abs((back.segments.at(-1)?.dateMs ?? 0) - (atMs - HOUR_MS))).toBeLessThan(30_000);
});

test('who fetched segments was a listener of that hour', async () => {
  await radio[Symbol.asyncDispose]();
  const names = await readdir(home.folder.journal);
  const days = await Promise.all(names.map((name) => readFile(join(home.folder.journal, name), 'utf8')));
  const lines = days.flatMap((day) => parseJsonLines(day.split('\n'), listenersEntrySchema));
  const of = ({ counts }: ListenersEntry, variant: 'guest' | 'member') =>
    counts.find((one) => one.streamId === 'dance' && one.transport === 'hls' && one.variant === variant);
  // FFmpeg and these tests.
  expect(Math.max(...lines.map((line) => of(line, 'guest')?.distinct ?? 0))).toBe(2);
  expect(Math.max(...lines.map((line) => of(line, 'member')?.distinct ?? 0))).toBe(1);
  expect(Math.max(...lines.map((line) => of(line, 'guest')?.heardMs ?? 0))).toBeGreaterThan(60_000);
});
