import { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { AudioRing } from '#src/broadcast/timeline/audio-ring.ts';
import { Audience, BURST_BYTES } from './audience.ts';
import { TICK_MS, TICKS_PER_ROUND } from './ticks.ts';

const FRAME_BYTES = 418;
const FRAMES_A_SECOND = 38;
const TICKS_A_SECOND = 1000 / TICK_MS;
const ROUND_BYTES = (FRAME_BYTES * FRAMES_A_SECOND * TICKS_PER_ROUND) / TICKS_A_SECOND;
/** Frames whose sound begins in themselves: what a decoder needs before one of them is the one before. */
const HEAD = Buffer.of(0xff, 0xfb, 0x92, 0x64, 0, 0);
const LINE = Buffer.from(
  Array.from(
    { length: 251 * FRAME_BYTES },
    (_, at) => HEAD[at % FRAME_BYTES] ?? (at * 31 + (at >> 8)) & 0xff,
  ),
);

/** A stream with two minutes on its ring, whose bytes tell their place. */
function openStream() {
  const ring = new AudioRing(0);
  const evicted: Socket[] = [];
  const produce = (frames: number) => {
    for (let count = 0; count < frames; count += 1) {
      const at = ring.head % LINE.length;
      ring.append(LINE, at, at + FRAME_BYTES);
    }
  };
  produce(120 * FRAMES_A_SECOND);
  let tick = 0;
  const audience = new Audience({
    ring: () => ring,
    titleAt: () => 'Artist - Title',
    order: 0,
    onEvicted: (socket) => void evicted.push(socket),
  });
  return {
    ring,
    audience,
    evicted,
    produce,
    /** A second of the stream's life: four productions, twenty ticks. */
    second() {
      for (const end = tick + TICKS_A_SECOND; tick < end; tick += 1) {
        if (tick % 5 === 0) {
          produce(tick % TICKS_A_SECOND === 0 ? FRAMES_A_SECOND - 27 : 9);
          audience.settle();
        }
        audience.serve(tick);
      }
    },
  };
}

/** A listener's socket: `takes` says whether what is written is taken, else it waits. */
function openSocket() {
  const socket = new Socket();
  const chunks: Buffer[] = [];
  const state = { takes: true, waiting: 0, most: 0 };
  vi.spyOn(socket, 'write').mockImplementation((chunk) => {
    chunks.push(Buffer.from(chunk as Buffer));
    if (!state.takes) state.waiting += chunk.length;
    state.most = Math.max(state.most, chunk.length);
    return true;
  });
  vi.spyOn(socket, 'resetAndDestroy').mockImplementation(() => socket.destroy());
  Object.defineProperty(socket, 'writableLength', { get: () => state.waiting });
  return { socket, state, got: () => Buffer.concat(chunks) };
}

const permit = () => ({ [Symbol.dispose]: () => {} });

/** This many bytes of what lies on the ring from a frame on. */
function expected(fromFrame: number, bytes: number): Buffer {
  const start = (fromFrame * FRAME_BYTES) % LINE.length;
  const rounds = Math.ceil((start + bytes) / LINE.length);
  return Buffer.concat(Array.from({ length: rounds }, () => LINE)).subarray(start, start + bytes);
}

function joinFrom(stream: ReturnType<typeof openStream>, fromFrame: number, options = {}) {
  const listener = openSocket();
  let firstFrame = -1;
  stream.audience.join({
    socket: listener.socket,
    withTitles: false,
    fromFrame,
    takeCatchUpPermit: permit,
    beforeAudio: (frame) => {
      firstFrame = frame;
    },
    ...options,
  });
  return { ...listener, firstFrame };
}

test('who comes back after two minutes catches up in slices, no byte lost or doubled where it joins the others', () => {
  const stream = openStream();
  for (let count = 0; count < 3; count += 1) stream.second();
  const fromFrame = stream.ring.tailFrame + 100;
  const { firstFrame, got, state } = joinFrom(stream, fromFrame);
  expect(firstFrame).toBe(fromFrame - 1);
  for (let count = 0; count < 40; count += 1) stream.second();
  const bytes = got();
  expect(bytes.equals(expected(firstFrame, bytes.length))).toBe(true);
  expect(firstFrame * FRAME_BYTES + bytes.length).toBeGreaterThan(stream.ring.head - ROUND_BYTES - 1);
  expect(state.most).toBeLessThanOrEqual(2 * BURST_BYTES);
  expect(stream.evicted).toEqual([]);
});

test('titles are woven into what is caught up on at the same places as for everybody', () => {
  const stream = openStream();
  const { got } = joinFrom(stream, stream.ring.tailFrame + 50, { withTitles: true });
  for (let count = 0; count < 40; count += 1) stream.second();
  const bytes = got();
  let at = 0;
  let blocks = 0;
  while (at + 16_000 < bytes.length) {
    at += 16_000;
    const length = (bytes[at] ?? 0) * 16;
    if (blocks === 0) expect(bytes.toString('utf8', at + 1, at + length)).toContain('Artist - Title');
    else expect(length).toBe(0);
    at += 1 + length;
    blocks += 1;
  }
  expect(blocks).toBeGreaterThan(100);
});

test('nothing more is sent to somebody who does not take what there is, and after a while nothing at all', () => {
  const stream = openStream();
  const { state, got, socket } = joinFrom(stream, stream.ring.tailFrame + 50);
  const before = got().length;
  expect(before).toBeLessThanOrEqual(2 * BURST_BYTES);
  state.takes = false;
  stream.second();
  expect(got().length - before).toBeLessThanOrEqual(40 * 1024);
  for (let count = 0; count < 12; count += 1) stream.second();
  expect(stream.evicted).toEqual([socket]);
  expect(got().length - before).toBeLessThanOrEqual(40 * 1024);
});

test('somebody who reads no faster than live for half a minute is sent away', () => {
  const stream = openStream();
  const { state, socket } = joinFrom(stream, stream.ring.tailFrame + 50);
  state.takes = false;
  for (let count = 0; count < 31; count += 1) {
    stream.second();
    state.waiting = 0;
  }
  expect(stream.evicted).toEqual([socket]);
});

test('without a permit among those who catch up the stream begins live', () => {
  const stream = openStream();
  const { firstFrame, got } = joinFrom(stream, stream.ring.tailFrame, { takeCatchUpPermit: () => null });
  expect(stream.ring.head - firstFrame * FRAME_BYTES).toBeLessThan(BURST_BYTES + ROUND_BYTES);
  expect(got().length).toBeLessThan(BURST_BYTES + ROUND_BYTES);
});

test('who catches up gains on the others however rarely the timer wakes', () => {
  const stream = openStream();
  const { firstFrame, got } = joinFrom(stream, stream.ring.tailFrame + 50);
  for (let count = 0; count < 9; count += 1) {
    stream.produce(3 * FRAMES_A_SECOND);
    stream.audience.settle();
  }
  expect(stream.evicted).toEqual([]);
  expect(stream.audience.isCatchingUp()).toBe(false);
  const bytes = got();
  expect(bytes.equals(expected(firstFrame, bytes.length))).toBe(true);
});

test('a short way back takes no permit', () => {
  const stream = openStream();
  const takeCatchUpPermit = vi.fn(() => null);
  const fromFrame = stream.ring.headFrame - 5 * FRAMES_A_SECOND;
  expect(joinFrom(stream, fromFrame, { takeCatchUpPermit }).firstFrame).toBe(fromFrame - 1);
  expect(takeCatchUpPermit).not.toHaveBeenCalled();
});

test('a permit is given back when the others are reached, and when the socket closes', async () => {
  const stream = openStream();
  const taken = { count: 0 };
  const takeCatchUpPermit = () => {
    taken.count += 1;
    return {
      [Symbol.dispose]: () => {
        taken.count -= 1;
      },
    };
  };
  joinFrom(stream, stream.ring.tailFrame + 50, { takeCatchUpPermit });
  const { socket } = joinFrom(stream, stream.ring.tailFrame + 50, { takeCatchUpPermit });
  expect(taken.count).toBe(2);
  socket.destroy();
  await new Promise((resolve) => socket.once('close', resolve));
  expect(taken.count).toBe(1);
  for (let count = 0; count < 40; count += 1) stream.second();
  expect(taken.count).toBe(0);
});

test('who reads nothing and comes back for ever holds one permit at a time, and gets little each time', () => {
  const stream = openStream();
  const taken = { count: 0, most: 0 };
  const takeCatchUpPermit = () => {
    taken.count += 1;
    taken.most = Math.max(taken.most, taken.count);
    return {
      [Symbol.dispose]: () => {
        taken.count -= 1;
      },
    };
  };
  for (let times = 1; times <= 20; times += 1) {
    const { state, got } = joinFrom(stream, stream.ring.tailFrame + 50, { takeCatchUpPermit });
    state.takes = false;
    while (stream.evicted.length < times) stream.second();
    expect(got().length).toBeLessThanOrEqual(2 * BURST_BYTES + 40 * 1024);
  }
  expect(taken).toEqual({ count: 0, most: 1 });
  expect(stream.audience.isCatchingUp()).toBe(false);
});

test('what was sent counts by the listener, without titles and without those who are gone [R71]', () => {
  const stream = openStream();
  const live = () => stream.ring.headFrame - 1;
  const [plain, titled, leaving] = [openSocket(), openSocket(), openSocket()];
  for (const [listener, withTitles] of [
    [plain, false],
    [titled, true],
    [leaving, false],
  ] as const)
    stream.audience.join({
      socket: listener.socket,
      withTitles,
      fromFrame: live() - 3 * FRAMES_A_SECOND,
      takeCatchUpPermit: permit,
      beforeAudio: () => {},
    });
  for (let second = 0; second < 3; second += 1) stream.second();
  leaving.socket.destroy();
  const heard = leaving.got().length;
  for (let second = 0; second < 3; second += 1) stream.second();
  expect(leaving.got()).toHaveLength(heard);
  // A few dozen bytes of title for each 16,000 of sound.
  const ofTitled = stream.audience.sound.bytes - plain.got().length - heard;
  expect(ofTitled).toBeLessThan(titled.got().length);
  expect(ofTitled).toBeGreaterThan(0.99 * titled.got().length);
});

test('starts that are broken off are no listening: who stays as long as what there was to begin with counts from the first byte [R71]', async () => {
  const stream = openStream();
  const { sound } = stream.audience;
  for (const back of [1, 20, 119]) {
    const before = sound.bytes;
    const starts = Array.from({ length: 50 }, () =>
      joinFrom(stream, stream.ring.headFrame - back * FRAMES_A_SECOND),
    );
    for (let second = 0; second < Math.max(6, back - 1); second += 1) stream.second();
    for (const { socket } of starts) socket.destroy();
    await setImmediate();
    for (let second = 0; second < 6; second += 1) stream.second();
    expect(sound.heardBytes).toBe(0);
    expect(sound.bytes - before).toBe(starts.reduce((sum, { got }) => sum + got().length, 0));
  }
  for (const back of [1, 20, 119]) {
    const before = { heard: sound.heardBytes, sent: sound.bytes };
    const stays = joinFrom(stream, stream.ring.headFrame - back * FRAMES_A_SECOND);
    for (let second = 0; second < Math.max(12, back + 4); second += 1) stream.second();
    stays.socket.destroy();
    await setImmediate();
    const bytes = stays.got().length;
    expect({ heard: sound.heardBytes, sent: sound.bytes }).toEqual({
      heard: before.heard + bytes,
      sent: before.sent + bytes,
    });
  }
});
