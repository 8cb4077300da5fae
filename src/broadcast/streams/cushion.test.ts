import { Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { BIT_RATE } from '#src/audio/mp3/broadcast-format.ts';
import { Audience, BURST_BYTES } from '#src/broadcast/listeners/audience.ts';
import { TICK_MS } from '#src/broadcast/listeners/ticks.ts';
import { AudioRing } from '#src/broadcast/timeline/audio-ring.ts';
import { FrameClock } from '#src/broadcast/timeline/frame-clock.ts';
import { BURST_MS, ROUND_MS } from '#src/contract/limits.ts';
import { ManualClock } from '#src/platform/clock/manual-clock.ts';
import { type Ticked, Ticker } from './ticker.ts';

const BYTES_A_MS = BIT_RATE / 8 / 1000;
/** Of 25 frames 24 have 418 bytes and one 417. */
const FRAME_BYTES = 418;
const FRAME = Buffer.alloc(FRAME_BYTES);
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
    /** Joins; gives the bytes in hand right after the burst and before each write from then on. */
    join(): { inHand: number[]; burst: number } {
      const socket = new Socket();
      const joinedMs = clock.monotonicMs();
      const inHand: number[] = [];
      let got = 0;
      vi.spyOn(socket, 'write').mockImplementation((chunk) => {
        if (got > 0) inHand.push(got - (clock.monotonicMs() - joinedMs) * BYTES_A_MS);
        got += chunk.length;
        return true;
      });
      ticker.expect(mount);
      audience.join({
        socket,
        withTitles: false,
        fromFrame: null,
        takeCatchUpPermit: () => null,
        beforeAudio: () => {},
      });
      return { inHand, burst: got };
    },
    age: () => (frameClock.dueFrame() - ring.headFrame) * 26,
  };
}

test('whoever joins when, two seconds are in hand just before each write, and what is heard is on air a burst before [W150]', () => {
  const stream = openStream();
  const joined: ReturnType<typeof stream.join>[] = [];
  for (let count = 0; count < 150; count += 1) {
    stream.clock.advance(TICK_MS * 1.37);
    joined.push(stream.join());
    expect(stream.age()).toBeLessThanOrEqual(SOUND_OLD_MS + TICK_MS);
  }
  stream.clock.advance(10 * ROUND_MS);
  const cushionBytes = (BURST_MS - ROUND_MS) * BYTES_A_MS;
  for (const { inHand, burst } of joined) {
    expect(burst).toBeGreaterThanOrEqual(BURST_BYTES);
    expect(burst).toBeLessThan(BURST_BYTES + FRAME_BYTES);
    expect(inHand.length).toBeGreaterThanOrEqual(10);
    // Sound is put on air in whole frames.
    expect(Math.min(...inHand)).toBeGreaterThan(cushionBytes - FRAME_BYTES);
    expect(Math.max(...inHand)).toBeLessThan(BURST_BYTES);
  }
});
