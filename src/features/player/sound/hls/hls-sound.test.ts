import { beforeEach, describe, expect, test } from 'vitest';
import { BEHIND_MS, BURST_MS, CATCH_UP_RATE, HLS_LIVE_MS, HLS_SLACK_MS } from '#src/contract/limits.ts';
import { AudioPool } from '#src/features/player/sound/audio-pool.ts';
import { FullStream } from '#src/features/player/sound/feed/sound-feed.ts';
import type { SoundEvent } from '#src/features/player/sound/sound.ts';
import { FakeMediaElement } from '#src/features/player/sound/testing/fake-media-element.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { HlsSound } from './hls-sound.ts';
import { type FakeHlsPlayer, fakeHls } from './testing/fake-hls-player.ts';

/** Where a playlist begins live. */
const T = 1_790_000_000_000;

let clock: ManualClock;
let elements: FakeMediaElement[];
let players: FakeHlsPlayer[];
let events: SoundEvent[];
let token: string;
/** What the server answers who asks why there is no sound, and where that was asked. */
let refusal: Error;
let asked: string[];
let sound: HlsSound;

beforeEach(() => {
  clock = new ManualClock(T);
  elements = [];
  events = [];
  token = '';
  refusal = new Error('the stream answers 503');
  asked = [];
  const hls = fakeHls(T);
  players = hls.players;
  sound = new HlsSound(
    {
      clock,
      pool: new AudioPool(() => {
        const element = new FakeMediaElement();
        element.outcome = 'sounds';
        elements.push(element);
        return element;
      }),
      streamUrl: (streamId) => `/stream/${streamId}.mp3?session=0a${token}`,
      isOnline: () => true,
      random: () => 0.5,
      fetchJson: async () => ({ status: 404, reply: {} }),
      log() {},
    },
    () => ({ volume: 0.3, muted: false, streamId: 'dance' }),
    (event) => events.push(event),
    hls.open,
    async (address) => {
      asked.push(address);
      throw refusal;
    },
  );
  sound.connect('dance');
});

function element(index = 0): FakeMediaElement {
  const found = elements[index];
  if (found === undefined) throw new Error(`no element ${index} yet`);
  return found;
}
function player(index = 0): FakeHlsPlayer {
  const found = players[index];
  if (found === undefined) throw new Error(`no player ${index} yet`);
  return found;
}
/** Time passes, while the sound moves or stands still. */
function pass(seconds: number, moves = true): void {
  for (let at = 0; at < seconds * 4; at += 1) {
    if (moves) element(elements.length - 1).move(0.25);
    clock.advance(250);
  }
}
const types = () => events.map(({ type }) => type);

test('plays the playlist of its stream live, at the volume that is asked for', () => {
  pass(6);
  expect([player().playlist, player().startMs, element().volume]).toEqual([
    '/stream/dance/live.m3u8',
    null,
    0.3,
  ]);
  expect(types()).toEqual(['sounding', 'steady']);
  expect(sound.isSounding).toBe(true);
});

test('tells where the sound is, and how much was heard of it, not what lies before its beginning', () => {
  pass(4);
  expect(sound.place?.heardMs).toBeCloseTo(T + element().currentTime * 1000);
  expect(sound.seconds).toBeCloseTo(4, 1);
  player().tell({ type: 'left-out', seconds: 30 });
  element().move(30);
  expect(sound.seconds).toBeCloseTo(4, 1);
  expect(types()).toContain('leapt');
});

test('asks the dates of the segments when the radio was dated anew [R190]', async () => {
  pass(1);
  await sound.place?.askAgain();
  expect(player().datesAsked).toBe(1);
});

describe('a loss [R191]', () => {
  test('is told when the sound stands still; what plays the segments is left to it, and heard when it goes on', () => {
    pass(6);
    pass(2, false);
    expect([types().at(-1), sound.isSounding, sound.place]).toEqual(['lost', false, null]);
    sound.connect('dance');
    sound.connect('dance');
    expect([players.length, elements.length]).toEqual([1, 1]);
    pass(1);
    expect([types().at(-1), sound.isSounding]).toEqual(['sounding', true]);
  });

  test('is over when the sound moves again by itself, as after a long sleep: no attempt is waited for', () => {
    pass(6);
    pass(2, false);
    expect(types().at(-1)).toBe('lost');
    pass(1);
    expect([types().at(-1), sound.isSounding]).toEqual(['sounding', true]);
    sound.connect('dance');
    pass(1);
    expect([types().filter((type) => type === 'lost').length, players.length]).toEqual([1, 1]);
  });

  test('during which the device pauses the element is a pause at the next attempt', () => {
    pass(6);
    pass(2, false);
    expect([types().at(-1), element().isObserved]).toEqual(['lost', false]);
    element().interrupt();
    sound.connect('dance');
    expect(types().at(-1)).toBe('pause');
  });

  test('of what plays the segments is gone on from, at the instant heard last', () => {
    pass(6);
    const heardMs = sound.place?.heardMs;
    player().tell({ type: 'broken', why: 'the playlist is none' });
    expect([types().at(-1), player().isOver, sound.lostAtMs]).toEqual(['lost', true, heardMs]);
    sound.connect('dance');
    expect(player(1).startMs).toBe(heardMs);
  });

  test('before the first sound keeps the instant that it was to go on from', () => {
    sound.release();
    element().outcome = 'hangs';
    sound.goOn('dance', T - 4_000);
    expect(sound.lostAtMs).toBe(T - 4_000);
    pass(12, false);
    expect(types().at(-1)).toBe('lost');
    expect(sound.lostAtMs).toBe(T - 4_000);
    sound.goLive('dance');
    expect([players.length, player(2).startMs, sound.lostAtMs]).toEqual([3, null, null]);
  });

  test('at the output is told as such', () => {
    pass(1);
    element().failAtOutput();
    expect(events.at(-1)).toMatchObject({ type: 'lost', online: true, atOutput: true });
  });

  describe('of who was not let in', () => {
    beforeEach(() => {
      sound.release();
      element().outcome = 'hangs';
      sound.connect('dance');
      events.length = 0;
    });

    test('is explained by the server, who is asked again when it has said [R239]', async () => {
      refusal = new FullStream('Ce flux est complet.', 30_000);
      player(1).tell({ type: 'broken', why: 'the playlist is refused' });
      await expect.poll(() => events.at(-1)).toMatchObject({ type: 'lost', refusal: 'Ce flux est complet.' });
      sound.connect('dance');
      clock.advance(29_999);
      expect([asked, players.length]).toEqual([['/stream/dance/live.m3u8'], 2]);
      for (const each of elements) each.outcome = 'sounds';
      clock.advance(7_500);
      expect([players.length, types().at(-1)]).toEqual([3, 'sounding']);
    });

    test('for another reason is tried again at once', async () => {
      player(1).tell({ type: 'broken', why: 'the server is away' });
      expect(asked.length).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      sound.connect('dance');
      expect([players.length, types()]).toEqual([3, ['lost']]);
    });

    test('is no matter to who has paused meanwhile', async () => {
      refusal = new FullStream('Ce flux est complet.', 30_000);
      player(1).tell({ type: 'broken', why: 'the playlist is refused' });
      sound.release();
      await new Promise((resolve) => setImmediate(resolve));
      expect(types()).toEqual(['lost']);
      sound.connect('dance');
      expect(players.length).toBe(3);
    });
  });

  test('that nobody wants to hear on is forgotten', () => {
    pass(6);
    pass(2, false);
    sound.release();
    sound.connect('dance');
    expect(player(1).startMs).toBeNull();
  });
});

describe('who is behind [R193]', () => {
  test('hears the radio faster, and leaps on demand', () => {
    pass(6);
    const lateSeconds = (HLS_LIVE_MS + BEHIND_MS - BURST_MS) / 1000 + 3.2;
    const behind = { type: 'behind', seconds: Math.round(lateSeconds) };
    player().airSeconds = element().currentTime + lateSeconds + 1;
    pass(1);
    expect([events.at(-1), element().playbackRate]).toEqual([behind, CATCH_UP_RATE]);
    const told = events.length;
    player().airSeconds += 1 - 0.3;
    pass(1);
    expect(events).toHaveLength(told);
    sound.goLive('dance');
    expect(player().timesLive).toBe(1);
    player().airSeconds = element().currentTime + HLS_LIVE_MS / 1000;
    pass(1);
    expect([events.at(-1), element().playbackRate]).toEqual([{ type: 'behind', seconds: 0 }, 1]);
  });

  test('by no more than what whoever begins live hears is not', () => {
    pass(6);
    player().airSeconds = element().currentTime + (HLS_LIVE_MS + HLS_SLACK_MS) / 1000;
    pass(1);
    expect([types().includes('behind'), element().playbackRate]).toEqual([false, 1]);
  });
});

test('opens another stream live, and a member’s by the address of that moment', () => {
  pass(6);
  sound.connect('hits');
  expect([player().isOver, player(1).playlist, player(1).startMs]).toEqual([
    true,
    '/stream/hits/live.m3u8',
    null,
  ]);
  token = '&noads=a.b';
  sound.renew();
  expect([player(1).timesRenewed, player(1).playlist]).toEqual([1, '/stream/hits/live.m3u8?noads=a.b']);
});

test('lets go of everything', () => {
  pass(1);
  sound.release();
  expect([player().isOver, element().src, element().isObserved, sound.seconds]).toEqual([
    true,
    '',
    false,
    null,
  ]);
});

test('says what the browser refuses, and that the device has stopped it', () => {
  pass(1);
  element().interrupt();
  expect(types().at(-1)).toBe('pause');
});
