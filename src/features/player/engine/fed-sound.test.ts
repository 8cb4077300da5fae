import { beforeEach, describe, expect, test } from 'vitest';
import { BEHIND_MS, BURST_MS, CATCH_UP_RATE } from '#src/contract/limits.ts';
import { AudioPool } from '#src/features/player/sound/audio-pool.ts';
import { FRAME_SECONDS } from '#src/features/player/sound/feed/frame-cutter.ts';
import { FakeSink } from '#src/features/player/sound/feed/testing/fake-sink.ts';
import { FakeStream } from '#src/features/player/sound/feed/testing/fake-stream.ts';
import { LiveSound } from '#src/features/player/sound/live-sound.ts';
import { FakeMediaElement } from '#src/features/player/sound/testing/fake-media-element.ts';
import { pressMeansPause } from '#src/features/player/state/player-state.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { PlayerEngine } from './player-engine.ts';

/** Frame 0 of the stream is on air at this instant, and is the first one heard. */
const T = 1_790_000_000_000;

let clock: ManualClock;
let elements: FakeMediaElement[];
let sinks: FakeSink[];
let stream: FakeStream;
let player: PlayerEngine;
let live: LiveSound | undefined;
let pass: string;
/** What elements do that are made from now on. */
let outcome: FakeMediaElement['outcome'];
/** When the server says where a connection stands. */
let placed: Promise<void>;
/** How much further than its time the first connection has come. */
let aheadMs: number;
let keepsLast: boolean;
/** How long the device has slept. */
let sleptMs: number;
let isOnline: boolean;

beforeEach(async () => {
  clock = new ManualClock();
  elements = [];
  sinks = [];
  stream = new FakeStream(T);
  pass = '';
  outcome = 'sounds';
  placed = Promise.resolve();
  aheadMs = 0;
  keepsLast = false;
  sleptMs = 0;
  isOnline = true;
  class FedSound extends LiveSound {
    constructor(...[around, level, report]: ConstructorParameters<typeof LiveSound>) {
      super(around, level, report, {
        isThere: true,
        get aheadMs() {
          return aheadMs;
        },
        get keepsLast() {
          return keepsLast;
        },
        open: stream.open,
        createSink() {
          const sink = new FakeSink();
          sinks.push(sink);
          return sink;
        },
      });
      live = this;
    }
  }
  let sessions = 0;
  const begunMs = clock.monotonicMs();
  player = new PlayerEngine({
    clock,
    pool: new AudioPool(() => {
      const element = new FakeMediaElement();
      element.outcome = outcome;
      elements.push(element);
      return element;
    }),
    streamUrl: (streamId) => `/stream/${streamId}.mp3?session=${++sessions}${pass}`,
    async fetchJson() {
      await placed;
      const nowMs = T + BURST_MS + clock.monotonicMs() - begunMs + sleptMs;
      return { status: 200, reply: { data: { first_ms: T, now_ms: nowMs } } };
    },
    whenLate: (use) => use(FedSound),
    isOnline: () => isOnline,
    stopOthers() {},
    silenceOtherTabs() {},
    random: () => 0.5,
    log() {},
  });
  player.play('dance');
  await settle();
  await hear(element(0), 6);
});

function element(index: number): FakeMediaElement {
  const found = elements[index];
  if (found === undefined) throw new Error(`no element ${index} yet`);
  return found;
}
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Time passes while an element sounds. */
async function hear(sounding: FakeMediaElement | null, seconds: number): Promise<void> {
  for (let at = 0; at < seconds * 4; at += 1) {
    sounding?.move(0.25 * sounding.playbackRate);
    clock.advance(250);
    await settle();
  }
}
const frameAt = (seconds: number) => Math.round(seconds / FRAME_SECONDS);
const phase = () => player.getState().phase;
/** How an instant is asked for, and the frame that begins at it. */
const first = (seconds: number) => Math.ceil(T + seconds * 1000 - 0.001);
const next = (seconds: number) => first(seconds + 0.013);
const asked = () => stream.opened.map((address) => Number(/from=(\d+)/.exec(address)?.[1]));

/** The server closes while this much of the first connection is left; the rest is fetched and comes. */
async function loseFirst(leftFrames = 150, outageSeconds = 1): Promise<number> {
  const end = frameAt(element(0).currentTime) + leftFrames;
  element(0).closeWith(end * FRAME_SECONDS - element(0).currentTime);
  await hear(element(0), outageSeconds);
  stream.send(end, end + 190);
  await settle();
  return end;
}

describe('the first loss [R167, R168]', () => {
  test('has the rest fetched while what is left sounds, and begun when that has ended', async () => {
    const end = await loseFirst();
    expect(asked()).toEqual([first(end * FRAME_SECONDS)]);
    expect([elements.length, element(1).played]).toEqual([2, []]);
    element(0).runDry();
    expect([element(0).src, element(1).played]).toEqual(['', ['blob:sink']]);
    expect(sinks[0]?.frames[0]).toBe(end & 0xff);
    await hear(element(1), 1);
    expect(phase()).toBe('playing');
    expect(player.heardMs).toBeCloseTo(T + end * FRAME_SECONDS * 1000 + element(1).currentTime * 1000, -1);
  });

  test('whose server stays away is asked for again until it is there, from the same frame', async () => {
    stream.failure = new Error('nobody there');
    const end = await loseFirst(150, 3);
    element(0).runDry();
    await hear(null, 3);
    expect(asked().length).toBeGreaterThan(8);
    expect(new Set(asked()).size).toBe(1);
    stream.failure = null;
    await hear(null, 1);
    stream.send(end, end + 190);
    await hear(element(1), 1);
    expect([phase(), sinks.length, sinks[0]?.frames[0]]).toEqual(['playing', 1, end & 0xff]);
  });

  test('is followed to the sample where the element was further than its own time', async () => {
    aheadMs = 14;
    player.pause();
    player.play('dance');
    await settle();
    await hear(element(0), 6);
    const end = await loseFirst();
    expect(asked()).toEqual([first(end * FRAME_SECONDS + 0.014)]);
    expect(sinks[0]?.unheardSeconds).toBeCloseTo(0.014, 3);
    element(0).runDry();
    await hear(element(1), 1);
    expect(player.heardMs).toBeCloseTo(
      T + end * FRAME_SECONDS * 1000 + 14 + element(1).currentTime * 1000,
      -1,
    );
  });

  test('of a sound that the browser has nothing left of goes on at the next look', async () => {
    const stood = Math.floor(element(0).currentTime / FRAME_SECONDS) * FRAME_SECONDS;
    element(0).starve();
    await hear(null, 0.5);
    expect(asked()).toEqual([first(stood)]);
  });

  test('of a sound that stands still goes on after what was heard', async () => {
    const stood = Math.floor(element(0).currentTime / FRAME_SECONDS) * FRAME_SECONDS;
    await hear(null, 2);
    expect(asked()).toEqual([first(stood)]);
    stream.send(frameAt(stood), frameAt(stood) + 190);
    // The only element, which no longer sounds, is free again.
    expect(element(0).src).toBe('blob:sink');
    await hear(element(0), 1);
    expect(phase()).toBe('playing');
  });

  test.each([
    ['stands at the end of a frame', 0],
    ['stands within one', 0.4],
  ])('goes on with the frame that the element has kept to itself when it %s [R173]', async (_, part) => {
    [aheadMs, keepsLast] = [14, true];
    player.pause();
    player.play('dance');
    await settle();
    await hear(element(0), 6);
    const frames = Math.ceil(element(0).currentTime / FRAME_SECONDS);
    element(0).currentTime = (frames + part) * FRAME_SECONDS;
    await hear(null, 2);
    expect(asked()).toEqual([first((frames - (part === 0 ? 1 : 0)) * FRAME_SECONDS + 0.014)]);
  });

  test('is met by a connection of the element’s own where feeding fails', async () => {
    stream.garbage = true;
    const end = await loseFirst();
    expect(phase()).toBe('reconnecting');
    element(0).runDry();
    await hear(null, 1);
    const played = elements.flatMap((each) => each.played);
    expect(played.at(-1)).toContain(`&from=${next(end * FRAME_SECONDS)}`);
    expect(phase()).toBe('playing');
  });

  test('whose way back the browser refuses to play waits for a press, and says so [R139]', async () => {
    element(0).outcome = 'refuses';
    element(0).fail();
    await hear(null, 2);
    expect([elements.length, element(0).src, phase()]).toEqual([1, '', 'blocked']);
  });

  test('leaves nothing open for who pauses', async () => {
    await loseFirst();
    player.pause();
    expect([stream.isAborted, element(0).src, element(1).src]).toEqual([true, '', '']);
    await hear(null, 20);
    expect(stream.opened).toHaveLength(1);
  });
});

describe('a later loss', () => {
  let end: number;
  beforeEach(async () => {
    end = await loseFirst();
    element(0).runDry();
    await hear(element(1), 2);
  });

  test('is not heard while there is something left, and no frame comes twice', async () => {
    stream.close();
    await hear(element(1), 1);
    expect(asked().at(-1)).toBe(next((end + 190) * FRAME_SECONDS));
    stream.preRoll = 2;
    await hear(element(1), 0.5);
    stream.send(end + 190, end + 300);
    await hear(element(1), 1);
    expect([phase(), elements.length]).toEqual(['playing', 2]);
    expect(sinks[0]?.frames).toEqual(Array.from({ length: 300 }, (_, at) => (end + at) & 0xff));
  });

  test('lasts as long as the server is away, and the same element goes on', async () => {
    stream.failure = new Error('nobody there');
    stream.close();
    await hear(element(1), 2);
    await hear(null, 6);
    expect(phase()).toBe('reconnecting');
    // From there the other transport would go on [R186].
    expect(live?.lostAtMs).toBeCloseTo(T + end * FRAME_SECONDS * 1000 + element(1).currentTime * 1000, -1);
    stream.failure = null;
    await hear(null, 1);
    stream.send(end + 190, end + 600);
    await hear(element(1), 1);
    expect([phase(), element(1).played, elements.length]).toEqual(['playing', ['blob:sink'], 2]);
  });

  test('that the device pauses while nothing sounds is over: nothing comes back by itself [R19]', async () => {
    stream.failure = new Error('nobody there');
    stream.close();
    await hear(element(1), 2);
    await hear(null, 60);
    expect(phase()).toBe('reconnecting');
    // Between two attempts nobody listens to the element.
    while (element(1).isObserved) await hear(null, 0.25);
    element(1).interrupt();
    await hear(null, 12);
    expect([phase(), element(1).src]).toEqual(['paused', '']);
    stream.failure = null;
    const before = stream.opened.length;
    await hear(null, 60);
    expect([phase(), stream.opened.length]).toEqual(['paused', before]);
  });

  test.each(['before it', 'after it'])(
    'on a device whose network goes %s can be paused until nothing is left, and is offline then [R167]',
    async (when) => {
      const goOffline = () => {
        isOnline = false;
        player.networkChanged();
      };
      stream.failure = new Error('no network');
      if (when === 'before it') goOffline();
      stream.close();
      await hear(element(1), 1);
      if (when === 'after it') goOffline();
      expect([phase(), pressMeansPause(player.getState(), 'dance')]).toEqual(['reconnecting', true]);
      await hear(null, 6);
      expect(phase()).toBe('offline');
    },
  );

  test('that much was left of is asked for as often in the silence after it as any other [R166]', async () => {
    stream.send(end + 190, end + 190 + frameAt(40));
    await settle();
    stream.failure = new Error('nobody there');
    stream.close();
    await hear(element(1), 40);
    await hear(null, 1);
    const before = stream.opened.length;
    expect(before).toBeGreaterThan(60);
    await hear(null, 5);
    expect(stream.opened.length - before).toBeGreaterThan(15);
  });

  test('that lasted too long is followed by what is live, and said', async () => {
    stream.failure = new Error('nobody there');
    stream.close();
    await hear(element(1), 2);
    await hear(null, 140);
    expect(player.getState().leaps).toBe(0);
    stream.failure = null;
    stream.preRoll = -5_000;
    for (const before = stream.opened.length; stream.opened.length === before; ) await hear(null, 0.25);
    stream.send(end + 5_190, end + 5_380);
    await hear(element(1), 1);
    expect([phase(), player.getState().leaps]).toEqual(['playing', 1]);
  });
});

describe('a listener who is behind [R171, R172]', () => {
  beforeEach(async () => {
    const end = await loseFirst();
    element(0).runDry();
    await hear(element(1), 1);
    stream.send(end + 190, end + 190 + frameAt(BEHIND_MS / 1000));
    await hear(element(1), 1.5);
  });

  test('catches up by a rate that keeps the pitch', async () => {
    expect(element(1)).toMatchObject({ playbackRate: CATCH_UP_RATE, preservesPitch: true });
    expect(player.getState().behindSeconds).toBe(19);
    await hear(element(1), 6);
    expect(player.getState().behindSeconds).toBe(19);
  });

  test('may leap to what is live, without a gap', async () => {
    element(0).outcome = 'hangs';
    player.goLive();
    expect(element(0).played.at(-1)).toMatch(/^\/stream\/dance\.mp3\?session=\d+$/);
    expect(element(1).src).toBe('blob:sink');
    element(0).sound();
    expect(element(1).src).toBe('');
    await hear(element(0), 1);
    expect([phase(), player.getState().behindSeconds, stream.isAborted]).toEqual(['playing', 0, true]);
  });
});

describe('a device that slept while the radio played', () => {
  /** Timers and the clock that never jumps stand still meanwhile. */
  const sleep = (seconds: number) => {
    sleptMs += seconds * 1000;
    clock.setWallClock(clock.nowMs() + seconds * 1000);
  };

  test('is behind with what had waited for it, goes on there, and is offered what is live [R171]', async () => {
    sleep(60);
    await hear(element(0), 5);
    const [fromMs = 0] = asked();
    const start = frameAt((fromMs - T) / 1000);
    expect(fromMs).toBeGreaterThan(T + element(0).currentTime * 1000);
    stream.send(start, start + frameAt(60));
    await hear(element(0), 1.5);
    expect([element(1).src, element(0).src, stream.opened.length]).toEqual(['blob:sink', '', 1]);
    await hear(element(1), 1.5);
    expect(element(1).playbackRate).toBe(CATCH_UP_RATE);
    expect([phase(), player.getState().behindSeconds]).toEqual(['playing', 61]);
  });

  test('for a moment goes on as it is', async () => {
    sleep(5);
    await hear(element(0), 20);
    expect(stream.opened).toEqual([]);
  });

  test('whose network comes later than itself asks again, and the sound goes on meanwhile', async () => {
    sleep(60);
    stream.failure = new Error('no network');
    await hear(element(0), 15);
    expect(stream.opened.length).toBeGreaterThan(1);
    expect([phase(), element(0).src.includes('dance')]).toEqual(['playing', true]);
  });

  test('is not behind for a clock that was set meanwhile, forwards or back [R171]', async () => {
    for (const hours of [3, -6]) {
      clock.setWallClock(clock.nowMs() + hours * 3_600_000);
      await hear(element(0), 20);
      expect([stream.opened, player.getState().behindSeconds]).toEqual([[], 0]);
    }
  });

  test('is not asked for any more once the listener has paused', async () => {
    sleep(60);
    player.pause();
    await hear(null, 20);
    expect(stream.opened).toEqual([]);
  });
});

describe('a member who signs in', () => {
  test('goes on where the first connection is, once that has come there [R170]', async () => {
    pass = '&noads=token';
    const before = element(0).currentTime;
    player.renew();
    await settle();
    expect(asked()).toEqual([first(before + 1.5)]);
    expect(stream.opened[0]).toContain('noads=token');
    stream.send(frameAt(before + 1.5), frameAt(before + 1.5) + 190);
    await hear(element(0), 1);
    expect(element(1).played).toEqual([]);
    await hear(element(0), 0.5);
    expect([element(1).played, element(0).src]).toEqual([['blob:sink'], '']);
    expect([phase(), player.heardVariant]).toEqual(['playing', 'member']);
  });

  test('goes on with the next frames of a sound that is fed', async () => {
    const end = await loseFirst();
    element(0).runDry();
    await hear(element(1), 2);
    pass = '&noads=token';
    player.renew();
    await settle();
    expect(asked().at(-1)).toBe(next((end + 190) * FRAME_SECONDS));
    stream.send(end + 190, end + 300);
    await hear(element(1), 0.5);
    expect(sinks[0]?.frames).toEqual(Array.from({ length: 300 }, (_, at) => (end + at) & 0xff));
    expect([phase(), player.heardVariant, elements.length]).toEqual(['playing', 'member', 2]);
  });

  test('is without adverts although the first connection for that did not come [R170]', async () => {
    stream.failure = new Error('no network');
    pass = '&noads=token';
    player.renew();
    await hear(element(0), 29);
    expect([stream.opened.length, phase()]).toEqual([1, 'playing']);
    stream.failure = null;
    await hear(element(0), 1.5);
    const start = frameAt(((asked()[1] ?? 0) - T) / 1000);
    stream.send(start, start + 190);
    await hear(element(0), 1.5);
    expect([element(0).src, player.heardVariant]).toEqual(['', 'member']);
    for (let at = start + 190; at < start + 1_500; at += 190) {
      stream.send(at, at + 190);
      await hear(element(1), 5);
    }
    expect(stream.opened.length).toBe(2);
  });

  test('that is asked for again is tried again once, not once for each time [R170]', async () => {
    stream.failure = new Error('no network');
    pass = '&noads=token';
    player.renew();
    await hear(element(0), 10);
    player.renew();
    await hear(element(0), 25);
    expect([stream.opened.length, phase()]).toEqual([2, 'playing']);
    await hear(element(0), 6);
    expect(stream.opened.length).toBe(3);
  });

  /** Signs in while nobody knows where the sound stands: a second connection of an element's own is opened. */
  async function signInEarly() {
    const place = Promise.withResolvers<void>();
    player.pause();
    placed = place.promise;
    player.play('dance');
    await hear(element(0), 6);
    outcome = 'hangs';
    pass = '&noads=token';
    player.renew();
    place.resolve();
    await settle();
    expect(element(1).played).toEqual([expect.stringContaining('noads=token')]);
  }
  const held = () => elements.filter(({ src }) => src !== '').length;

  test('hears one stream, though the first ends before the second has come, and none after a pause', async () => {
    await signInEarly();
    element(0).closeWith(3);
    await hear(element(0), 1);
    expect([held(), asked().length]).toEqual([2, 1]);
    element(0).runDry();
    await hear(null, 0.25);
    expect(held()).toBe(1);
    player.pause();
    expect(held()).toBe(0);
  });

  test('goes on where the first was lost before the second has come, and hears nothing twice [R165]', async () => {
    await signInEarly();
    const stood = Math.floor(element(0).currentTime / FRAME_SECONDS + 0.05);
    element(0).starve();
    await hear(null, 1);
    expect([held(), asked()]).toEqual([1, [first(stood * FRAME_SECONDS)]]);
  });
});
