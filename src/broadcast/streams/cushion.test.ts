import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { BIT_RATE } from '#src/audio/mp3/broadcast-format.ts';
import { Audience, FIRST_BYTES } from '#src/broadcast/listeners/audience.ts';
import { TICK_MS } from '#src/broadcast/listeners/ticks.ts';
import { AudioRing } from '#src/broadcast/timeline/audio-ring.ts';
import { FrameClock } from '#src/broadcast/timeline/frame-clock.ts';
import { BLOCK_BYTES_MAX, BURST_MS, CUSHION_MS, ROUND_MS } from '#src/contract/limits.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { type Ticked, Ticker } from './ticker.ts';

const BYTES_A_MS = BIT_RATE / 8 / 1000;
/** Of 25 frames 24 have 418 bytes and one 417. */
const FRAME_BYTES = 418;
const FRAME = Buffer.alloc(FRAME_BYTES);
/** Chromium plays a stream that goes on in whole blocks, and keeps the last frames of them to itself. */
const KEPT_BYTES = 2 * FRAME_BYTES;
/** Sound of this age may be the newest that somebody who joins begins with. */
const SOUND_OLD_MS = 250;

function openStream() {
  const clock = new ManualClock();
  const frameClock = new FrameClock(clock);
  const ring = new AudioRing(frameClock.dueFrame() - 4_000);
  const audience = new Audience({
    ring: () => ring,
    titleAt: () => 'Title',
    order: 5,
    onEvicted: () => {
      throw new Error('somebody was put out');
    },
  });
  const mount: Ticked = {
    produceUntil(dueFrame) {
      while (ring.headFrame < dueFrame)
        ring.append(FRAME, 0, FRAME_BYTES - (ring.headFrame % 25 === 0 ? 1 : 0));
      audience.settle();
    },
    serve: (tick) => audience.serve(tick),
    hasListeners: () => audience.hasListeners(),
    hasListenersAt: (tick) => audience.hasListenersAt(tick),
    isCatchingUp: () => audience.isCatchingUp(),
  };
  mount.produceUntil(frameClock.dueFrame());
  const onError = (error: unknown) => {
    throw error;
  };
  const ticker = new Ticker({ clock, frameClock, mounts: () => [mount], onError });
  return {
    clock,
    /** Joins; gives the bytes in hand before each write after the first, and how far behind that one began. */
    join(): { inHand: number[]; inBlocks: number[]; first: number; behindMs: number } {
      const socket = new Socket();
      const joinedMs = clock.monotonicMs();
      const inHand: number[] = [];
      const inBlocks: number[] = [];
      let got = 0;
      let behindMs = 0;
      vi.spyOn(socket, 'write').mockImplementation((chunk) => {
        const played = (clock.monotonicMs() - joinedMs) * BYTES_A_MS;
        if (got > 0) {
          inHand.push(got - played);
          inBlocks.push(Math.floor(got / BLOCK_BYTES_MAX) * BLOCK_BYTES_MAX - KEPT_BYTES - played);
        }
        got += chunk.length;
        return true;
      });
      ticker.expect(mount);
      audience.join({
        socket,
        withTitles: false,
        fromFrame: null,
        takeCatchUpPermit: () => null,
        beforeAudio(frame) {
          behindMs = (ring.head - ring.positionOf(frame)) / BYTES_A_MS;
        },
      });
      return { inHand, inBlocks, first: got, behindMs };
    },
    age: () => (frameClock.dueFrame() - ring.headFrame) * 26,
  };
}

test('whoever joins when, two seconds are in hand just before each write, also of whole blocks, and what is heard is on air a burst before [W150]', () => {
  const stream = openStream();
  const joined: ReturnType<typeof stream.join>[] = [];
  for (let count = 0; count < 150; count += 1) {
    stream.clock.advance(TICK_MS * 1.37);
    joined.push(stream.join());
    expect(stream.age()).toBeLessThanOrEqual(SOUND_OLD_MS + TICK_MS);
  }
  stream.clock.advance(10 * ROUND_MS);
  const least = CUSHION_MS * BYTES_A_MS;
  const frameMs = FRAME_BYTES / BYTES_A_MS;
  for (const { inHand, inBlocks, first, behindMs } of joined) {
    expect(first).toBeGreaterThanOrEqual(FIRST_BYTES);
    expect(first).toBeLessThan(FIRST_BYTES + FRAME_BYTES);
    expect(behindMs).toBeGreaterThanOrEqual(BURST_MS);
    expect(behindMs).toBeLessThan(BURST_MS + frameMs);
    expect(inHand.length).toBeGreaterThanOrEqual(10);
    // Sound is put on air in whole frames.
    expect(Math.min(...inHand)).toBeGreaterThan(least - FRAME_BYTES);
    expect(Math.max(...inHand)).toBeLessThan(BURST_MS * BYTES_A_MS);
    expect(inBlocks[0]).toBeGreaterThan(least / 2);
    expect(Math.min(...inBlocks.slice(1))).toBeGreaterThan(least);
  }
});
