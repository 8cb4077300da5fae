import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { AudioPool } from '#src/features/player/sound/audio-pool.ts';
import { LiveSound } from '#src/features/player/sound/live-sound.ts';
import type { PlayerSurroundings } from '#src/features/player/sound/sound.ts';
import { FakeMediaElement } from '#src/features/player/sound/testing/fake-media-element.ts';
import { lacksOutput } from '#src/features/player/state/player-state.ts';
import { keepHlsUntil, writeTransportWish } from '#src/features/player/state/transport-wish.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { PlayerEngine } from './player-engine.ts';

let clock: ManualClock;
let elements: FakeMediaElement[];
let outcome: FakeMediaElement['outcome'];
let isOnline: boolean;
let stopped: number;
let turns = 0;
let sessions: number;
let logged: string[];
/** What the server says of a connection's first byte. */
let firstMs: number | null;
/** By how much the radio is ahead of that when it is asked. */
let airedMs: number | undefined;
/** Whether the script that watches over the sound comes at once, and else how it comes. */
let isLateThere: boolean;
let useLate: Parameters<PlayerSurroundings['whenLate']>[0];
let isLateNeeded: boolean;
let storage: BrowserStorage;
let player: PlayerEngine;

beforeEach(() => {
  clock = new ManualClock();
  elements = [];
  outcome = 'sounds';
  isOnline = true;
  stopped = 0;
  sessions = 0;
  logged = [];
  firstMs = null;
  airedMs = undefined;
  isLateThere = true;
  storage = storedIn();
  player = new PlayerEngine({
    clock,
    storage,
    pool: new AudioPool(() => {
      const element = new FakeMediaElement();
      element.outcome = outcome;
      elements.push(element);
      return element;
    }),
    streamUrl: (streamId) => `/stream/${streamId}.mp3?session=${++sessions}`,
    fetchJson: async () =>
      firstMs === null
        ? { status: 503, reply: {} }
        : { status: 200, reply: { data: { first_ms: firstMs, now_ms: airedMs && firstMs + airedMs } } },
    whenLate(use, isNeeded) {
      isLateNeeded = isNeeded;
      if (isLateThere) use(LiveSound);
      else useLate = use;
    },
    isOnline: () => isOnline,
    stopOthers: () => stopped++,
    silenceOtherTabs: () => turns++,
    random: () => 0.5,
    log: (message) => logged.push(message),
  });
});

function element(index: number): FakeMediaElement {
  const found = elements[index];
  if (found === undefined) throw new Error(`no element ${index} yet`);
  return found;
}

/** Time passes while the given elements sound. */
function pass(ms: number, ...sounding: FakeMediaElement[]): void {
  for (let passed = 0; passed < ms; passed += 250) {
    for (const each of sounding) each.move(0.25);
    clock.advance(250);
  }
}

/** How a server answers that is full. */
const FULL = { status: 503, headers: { 'Retry-After': '30' } };

/** Lets refused promises be heard. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

test('tells how far the sound of its connection has come, and nothing without one', () => {
  expect(player.soundSeconds).toBeNull();
  player.play('dance');
  pass(1_000, element(0));
  expect(player.soundSeconds).toBe(element(0).currentTime);
  expect(player.soundSeconds).toBeGreaterThan(0.9);
  player.pause();
  expect(player.soundSeconds).toBeNull();
});

test('tells the instant that is heard once the server has said where the connection began', async () => {
  player.play('dance');
  await settle();
  expect([player.heardMs, player.heardVariant]).toEqual([null, 'guest']);
  firstMs = 1_790_000_000_000;
  pass(1_000, element(0));
  await settle();
  expect(player.heardMs).toBe(firstMs + element(0).currentTime * 1000);
  player.pause();
  expect([player.heardMs, player.heardVariant]).toEqual([null, null]);
});

test('offers what is live where no script can catch up, until that is heard [R171]', async () => {
  firstMs = 1_790_000_000_000;
  airedMs = 60_000;
  player.play('dance');
  for (let second = 0; second < 10; second += 1) {
    pass(1_000, element(0));
    await settle();
  }
  expect(player.getState()).toMatchObject({ phase: 'playing', behindSeconds: 55 });
  airedMs = 7_500;
  player.goLive();
  for (let second = 0; second < 10; second += 1) {
    pass(1_000, element(1));
    await settle();
  }
  expect([element(0).src, player.getState().behindSeconds]).toEqual(['', 0]);
});

describe('until the script is there that watches over the sound', () => {
  beforeEach(() => {
    isLateThere = false;
    outcome = 'hangs';
  });

  test('a press sounds, and the script takes over what sounds', async () => {
    player.play('dance');
    expect(player.getState().phase).toBe('connecting');
    element(0).sound();
    await settle();
    expect(player.getState().phase).toBe('playing');
    useLate(LiveSound);
    expect([elements.length, player.getState().phase]).toEqual([1, 'playing']);
    pass(5_250);
    expect(player.getState().phase).toBe('reconnecting');
  });

  test('a press on another stream leaves the first one no word to say', async () => {
    player.play('dance');
    player.play('hits');
    clock.advance(100);
    await settle();
    expect([element(0).src, player.getState().phase]).toEqual(['/stream/hits.mp3?session=2', 'connecting']);
    element(0).sound();
    await settle();
    expect(player.getState().phase).toBe('playing');
  });

  test('a refusal blocks the player, and a failure is tried again', async () => {
    outcome = 'refuses';
    player.play('dance');
    await settle();
    expect([element(0).src, player.getState().phase]).toEqual(['', 'blocked']);
    element(0).outcome = 'fails';
    player.play('dance');
    await settle();
    expect(player.getState()).toMatchObject({ phase: 'reconnecting', attempt: 1 });
    element(0).outcome = 'sounds';
    clock.advance(500);
    await settle();
    expect(player.getState().phase).toBe('playing');
  });

  test('a sound that ends is lost at once, and tried again while the script cannot come either', async () => {
    player.play('dance');
    element(0).sound();
    await settle();
    element(0).closeWith(3);
    element(0).runDry();
    expect(player.getState()).toMatchObject({ phase: 'reconnecting', attempt: 1 });
    element(0).outcome = 'sounds';
    clock.advance(500);
    await settle();
    expect(player.getState().phase).toBe('playing');
    useLate(LiveSound);
    expect(player.getState().phase).toBe('playing');
  });

  test('a pause by the device is one of the player, and no refusal when the script takes over', async () => {
    player.play('dance');
    element(0).sound();
    await settle();
    element(0).interrupt();
    expect([element(0).src, player.getState().phase]).toEqual(['', 'paused']);
    useLate(LiveSound);
    expect(player.getState().phase).toBe('paused');
  });

  test('an early press is heard from the moment that it sounds, also when it does already', () => {
    const early = [new FakeMediaElement(), new FakeMediaElement()] as const;
    for (const each of early) void each.play();
    player.adopt(early[0], 'club');
    expect(player.getState().phase).toBe('connecting');
    early[0].sound();
    expect(player.getState().phase).toBe('playing');
    player.pause();
    early[1].sound();
    player.adopt(early[1], 'club');
    expect(player.getState().phase).toBe('playing');
  });

  test('an early press that the device has ended leaves the player paused, one that is lost is tried again', () => {
    const early = [new FakeMediaElement(), new FakeMediaElement()] as const;
    for (const each of early) void each.play();
    for (const each of early) each.sound();
    early[0].interrupt();
    player.adopt(early[0], 'club');
    expect([early[0].isObserved, player.getState().phase]).toEqual([false, 'paused']);
    early[1].closeWith(3);
    early[1].runDry();
    player.adopt(early[1], 'club');
    expect([early[1].isObserved, player.getState().phase]).toEqual([false, 'reconnecting']);
  });

  test('the volume is followed, and a pause ends all', () => {
    player.play('dance');
    element(0).sound();
    player.setVolume(0.3);
    expect(element(0).volume).toBe(0.3);
    expect(player.soundSeconds).toBe(element(0).currentTime);
    player.pause();
    useLate(LiveSound);
    expect([element(0).src, player.getState().phase]).toEqual(['', 'paused']);
  });

  test('a press that is to be heard in segments waits for it, with the element that the gesture was for', async () => {
    writeTransportWish(storage, 'hls');
    player.play('dance');
    await settle();
    expect([element(0).played, player.getState().phase, isLateNeeded]).toEqual([[], 'connecting', true]);
    useLate(LiveSound);
    expect([elements.length, element(0).src]).toEqual([1, '/stream/dance.mp3?session=1']);
  });

  test('a press that is to be heard in segments waits no longer for it than a silent attempt takes [R186]', () => {
    writeTransportWish(storage, 'hls');
    player.play('hits');
    player.pause();
    clock.advance(3_000);
    expect(element(0).played).toEqual([]);
    player.play('hits');
    player.play('dance');
    clock.advance(3_000 + 100);
    element(0).sound();
    const played = ['/stream/dance.mp3?session=1'];
    expect([elements.length, element(0).played, player.getState().phase]).toEqual([1, played, 'playing']);
    useLate(LiveSound);
    pass(2_000, element(0));
    expect([element(0).played, player.getState().phase]).toEqual([played, 'playing']);
  });

  test('a press that waits for it does so in its own time, whatever was left of the time of one before a pause', () => {
    writeTransportWish(storage, 'hls');
    player.play('dance');
    clock.advance(1_000);
    player.pause();
    clock.advance(1_500);
    player.play('dance');
    clock.advance(1_000);
    expect(element(0).played).toEqual([]);
  });

  test('a press waits for it where segments were found to work, and for nothing where it is not to be heard in them', () => {
    const presses = (['automatic', 'progressive'] as const).map((wish) => {
      writeTransportWish(storage, wish);
      player.play('dance');
      player.pause();
      return element(0).played.length;
    });
    expect([presses, isLateNeeded]).toEqual([[1, 2], false]);
    writeTransportWish(storage, 'automatic');
    keepHlsUntil(storage, 1_800_000_000_000);
    player.play('dance');
    expect(element(0).played).toHaveLength(2);
  });

  test('a press that waits for it waits no longer than until a pause', () => {
    writeTransportWish(storage, 'hls');
    player.play('dance');
    player.pause();
    useLate(LiveSound);
    expect([elements.length, element(0).played]).toEqual([1, []]);
  });

  test('a stream that is to be opened anew is, as soon as the script is there', async () => {
    player.play('dance');
    element(0).sound();
    await settle();
    player.renew();
    expect(elements).toHaveLength(1);
    useLate(LiveSound);
    expect(elements).toHaveLength(2);
  });
});

describe('a press on play', () => {
  test('has the source set and play called before the handler returns', () => {
    outcome = 'hangs';
    player.toggle('dance');
    expect(element(0).played).toEqual(['/stream/dance.mp3?session=1']);
    expect(player.getState().phase).toBe('connecting');
  });

  test('stops other audio first', () => {
    player.toggle('dance');
    expect(stopped).toBe(1);
  });

  test('that nobody has pressed leaves the other tabs their sound until there is some here', async () => {
    turns = 0;
    outcome = 'hangs';
    player.select('dance', { autoplay: true });
    clock.advance(400);
    expect(element(0).played).toHaveLength(1);
    expect(turns).toBe(0);
    element(0).sound();
    expect(turns).toBe(1);
  });

  test('that nobody has pressed and the browser refuses never silences the other tabs', async () => {
    turns = 0;
    outcome = 'refuses';
    player.select('dance', { autoplay: true });
    clock.advance(400);
    await settle();
    // Nor is it a pause, which would last beyond a reload [R6].
    expect(player.getState().phase).toBe('idle');
    expect(turns).toBe(0);
    outcome = 'sounds';
    player.toggle('dance');
    expect(turns).toBe(1);
  });

  test('while the page begins by itself and does not show it yet plays, within the press', async () => {
    outcome = 'hangs';
    player.select('dance', { autoplay: true });
    clock.advance(400);
    outcome = 'sounds';
    element(0).outcome = 'sounds';
    player.toggle('dance');
    expect(player.getState().phase).toBe('playing');
    player.toggle('dance');
    expect(player.getState().phase).toBe('paused');
  });

  test('once the page shows that it begins by itself ends that', () => {
    outcome = 'hangs';
    player.select('dance', { autoplay: true });
    clock.advance(400);
    clock.advance(100);
    player.toggle('dance');
    expect(player.getState().phase).toBe('paused');
  });

  test('lets the page begin by itself no sooner than it ends, and means what it was on', () => {
    player.select('dance', { autoplay: true });
    clock.advance(399);
    player.pressBegan();
    clock.advance(100);
    expect(elements).toHaveLength(0);
    player.toggle('dance');
    expect(player.getState().phase).toBe('playing');
    player.pressBegan();
    clock.advance(1_000);
    player.toggle('dance');
    expect(player.getState().phase).toBe('paused');
  });

  test('elsewhere lets the page begin by itself a little later', () => {
    player.select('dance', { autoplay: true });
    clock.advance(399);
    player.pressBegan();
    clock.advance(400);
    expect(player.getState().phase).toBe('playing');
  });

  test('silences the other tabs, and so does a preview', () => {
    turns = 0;
    player.toggle('dance');
    player.beginPreview({ title: 'Vive Radio - Polaroïd', kind: 'track' }, () => {});
    expect(turns).toBe(2);
  });

  test('is playing as soon as the element says so, at the chosen volume', () => {
    player.setVolume(0.35);
    player.toggle('dance');
    expect(player.getState().phase).toBe('playing');
    expect(element(0).volume).toBe(0.35);
  });

  test('is muted at volume 0, which is no silence where the device alone decides how loud it is [R237]', () => {
    player.play('dance');
    player.setVolume(0);
    expect([element(0).volume, element(0).muted]).toEqual([0, true]);
    player.setVolume(0.05);
    expect([element(0).volume, element(0).muted]).toEqual([0.05, false]);
    // Volumes are whole percents.
    player.setVolume(0.004);
    expect([element(0).volume, element(0).muted]).toEqual([0, true]);
    player.toggleMute();
    expect([element(0).volume, element(0).muted]).toEqual([0.05, false]);
  });

  test('is silent at volume 0, where the press that unmutes brings back the volume before [R237]', () => {
    const level = () => [player.getState().volume, player.getState().muted];
    player.setVolume(0.35);
    player.setVolume(0);
    player.toggleMute();
    expect(level()).toEqual([0.35, false]);
    player.toggleMute();
    expect(level()).toEqual([0.35, true]);
    player.setVolume(0, true);
    player.toggleMute();
    expect(level()).toEqual([0.35, false]);
    player.setVolume(-0.05);
    player.toggleMute();
    expect(level()).toEqual([0.35, false]);
  });

  test('lets the browser fetch before the page is drawn anew, and shows within 100 ms that it was pressed', () => {
    let tellings = 0;
    player.subscribe(() => tellings++);
    outcome = 'hangs';
    player.toggle('dance');
    expect(element(0).played).toHaveLength(1);
    expect(tellings).toBe(0);
    clock.advance(100);
    expect(tellings).toBe(1);
  });

  test('pressed again stops the download', () => {
    player.toggle('dance');
    player.toggle('dance');
    expect(element(0)).toMatchObject({ src: '', paused: true, isObserved: false });
    expect(player.getState().phase).toBe('paused');
  });

  test('uses the same element for the next stream, 100 ms later', () => {
    player.toggle('dance');
    player.toggle('hits');
    expect(element(0).src).toBe('');
    clock.advance(99);
    expect(element(0).played).toHaveLength(1);
    clock.advance(1);
    expect(element(0).played.at(-1)).toBe('/stream/hits.mp3?session=2');
    expect(elements).toHaveLength(1);
  });

  test('that comes while a stream change is pending wins', () => {
    player.toggle('dance');
    player.toggle('hits');
    player.toggle('club');
    clock.advance(1_000);
    expect(element(0).played.map((url) => url.split('?')[0])).toEqual([
      '/stream/dance.mp3',
      '/stream/club.mp3',
    ]);
  });
});

describe('an address with a stream', () => {
  test('plays after 400 ms', () => {
    player.select('lounge', { autoplay: true });
    clock.advance(399);
    expect(elements).toHaveLength(0);
    clock.advance(1);
    expect(player.getState()).toMatchObject({ phase: 'playing', streamId: 'lounge' });
  });

  test('does not play when the listener pauses before', () => {
    player.select('lounge', { autoplay: true });
    player.pause();
    clock.advance(1_000);
    expect(elements).toHaveLength(0);
  });

  test('is none where the browser wants a gesture, and a press then plays', async () => {
    outcome = 'refuses';
    player.select('lounge', { autoplay: true });
    clock.advance(400);
    await settle();
    expect(player.getState().phase).toBe('idle');
    element(0).outcome = 'sounds';
    player.toggle();
    expect(player.getState().phase).toBe('playing');
  });
});

test('a press that the browser refuses is told', async () => {
  outcome = 'refuses';
  player.toggle('lounge');
  await settle();
  expect(player.getState().phase).toBe('blocked');
});

describe('a stream that is lost', () => {
  test('because the sound stands still is fetched again after 1.5 s', () => {
    player.play('dance');
    pass(6_000, element(0));
    pass(1_500);
    expect(player.getState()).toMatchObject({ phase: 'reconnecting', attempt: 1 });
    clock.advance(250);
    expect(player.getState().phase).toBe('playing');
    expect(element(0).played).toHaveLength(2);
  });

  test('has more time to begin than to go on: a headset needs seconds to wake', () => {
    player.play('dance');
    pass(250, element(0));
    pass(4_750);
    expect(player.getState().phase).toBe('playing');
    pass(250);
    expect(player.getState()).toMatchObject({ phase: 'reconnecting', attempt: 1 });
  });

  test('again and again is asked for less and less often, although each attempt seems to begin', () => {
    outcome = 'fails-at-output';
    player.play('dance');
    pass(25_000);
    expect(sessions).toBeLessThan(26);
    pass(600_000);
    expect(sessions).toBeLessThan(26 + 600 / 7.5);
    expect(lacksOutput(player.getState())).toBe(true);
  });

  test('because the device played nothing is heard again once it does', () => {
    outcome = 'fails-at-output';
    player.play('dance');
    pass(10_000);
    expect(lacksOutput(player.getState())).toBe(true);
    element(0).outcome = 'sounds';
    pass(20_000, element(0));
    expect(player.getState()).toMatchObject({ phase: 'playing', attempt: 0, outputFailures: 0 });
  });

  test('is not lost as long as currentTime moves, whatever the browser says', () => {
    player.play('dance');
    pass(60_000, element(0));
    expect(player.getState().phase).toBe('playing');
    expect(element(0).played).toHaveLength(1);
  });

  test('because the server closed is started a second time before the first runs dry', () => {
    player.play('dance');
    pass(3_000, element(0));
    element(0).closeWith(2.3);
    expect(player.getState()).toMatchObject({ phase: 'reconnecting', attempt: 1 });
    pass(250, element(0));
    expect(element(1).played).toHaveLength(1);
    expect(player.getState().phase).toBe('playing');
    expect(element(0)).toMatchObject({ src: '', isObserved: false });
    expect(element(1).src).toBe('/stream/dance.mp3?session=2');
  });

  test('keeps sounding from its buffer while the server is away, and the attempts stay within 2 s', () => {
    player.play('dance');
    pass(1_000, element(0));
    outcome = 'fails';
    element(0).closeWith(6);
    pass(4_000, element(0));
    expect(element(0).src).not.toBe('');
    expect(player.getState().attempt).toBeGreaterThanOrEqual(4);
    element(0).runDry();
    expect(player.getState().phase).toBe('reconnecting');
    for (const each of elements) each.outcome = 'sounds';
    clock.advance(2_000);
    expect(player.getState().phase).toBe('playing');
  });

  test('counts an attempt once when the buffer runs dry during it', () => {
    player.play('dance');
    outcome = 'hangs';
    element(0).closeWith(1);
    clock.advance(250);
    expect(player.getState().attempt).toBe(1);
    element(0).runDry();
    expect(player.getState().attempt).toBe(1);
    element(1).sound();
    expect(player.getState()).toMatchObject({ phase: 'playing', attempt: 1 });
    pass(5_250, element(1));
    expect(player.getState()).toMatchObject({ phase: 'playing', attempt: 0 });
  });

  test('tries at least every 10 s, a quarter of jitter aside, until the listener pauses', () => {
    player.play('dance');
    for (const each of elements) each.outcome = 'fails';
    element(0).fail();
    clock.advance(600_000);
    const attempts = player.getState().attempt;
    expect(attempts).toBeGreaterThan(60);
    player.pause();
    clock.advance(600_000);
    expect(element(0).played.length).toBe(attempts);
  });

  test('of a server that is full is asked for again when that says, in whose words the listener reads why [R239]', async () => {
    const refusal = { success: false, error: 'Ce flux est complet.', code: 'stream_full' };
    vi.stubGlobal('document', { documentElement: { lang: 'fr' } });
    vi.stubGlobal('fetch', async () => Response.json(refusal, FULL));
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    outcome = 'fails';
    player.play('dance');
    clock.advance(250);
    await expect.poll(() => player.getState().refusal).toBe('Ce flux est complet.');
    expect(player.getState().phase).toBe('reconnecting');
    const attempts = () => elements.reduce((sum, { played }) => sum + played.length, 0);
    expect(attempts()).toBe(2);
    clock.advance(29_999);
    expect(attempts()).toBe(2);
    const said = new Set<string | null>();
    player.subscribe(() => said.add(player.getState().refusal));
    // Still full: nobody reads in between that the radio is away [R250].
    clock.advance(3_751);
    await settle();
    expect([attempts(), ...said]).toEqual([3, 'Ce flux est complet.']);
    for (const each of elements) each.outcome = 'sounds';
    clock.advance(37_500);
    pass(6_000, ...elements);
    expect(player.getState()).toMatchObject({ phase: 'playing', refusal: null });
  });

  test('of a server that was full and is away by then is one that is away [R239]', async () => {
    let answer = Response.json({ error: 'Ce flux est complet.', code: 'stream_full' }, FULL);
    vi.stubGlobal('document', { documentElement: { lang: 'fr' } });
    vi.stubGlobal('fetch', async () => answer.clone());
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    outcome = 'fails';
    player.play('dance');
    clock.advance(250);
    await expect.poll(() => player.getState().refusal).toBe('Ce flux est complet.');
    answer = Response.json({}, { status: 502 });
    clock.advance(37_500);
    await settle();
    clock.advance(250);
    expect(player.getState()).toMatchObject({ phase: 'reconnecting', refusal: null });
  });

  test('is logged with its reason, and nothing else happens to the page', () => {
    player.play('dance');
    element(0).fail();
    expect(logged).toEqual(['MEDIA_ELEMENT_ERROR']);
  });

  test('is fetched again the moment the network is back', () => {
    player.play('dance');
    isOnline = false;
    element(0).outcome = 'fails';
    element(0).fail();
    expect(player.getState().phase).toBe('offline');
    clock.advance(60_000);
    element(0).outcome = 'sounds';
    isOnline = true;
    player.networkChanged();
    expect(player.getState().phase).toBe('playing');
  });

  test('is fetched again the moment the page is seen again', () => {
    player.play('dance');
    element(0).outcome = 'fails';
    element(0).fail();
    clock.advance(60_000);
    element(0).outcome = 'sounds';
    player.pageShown();
    expect(player.getState().phase).toBe('playing');
  });

  test('is fetched with the one blessed element where a second one may not sound', async () => {
    player.play('dance');
    pass(1_000, element(0));
    outcome = 'refuses';
    element(0).closeWith(3);
    clock.advance(250);
    await settle();
    expect(element(1).played).toHaveLength(1);
    pass(500, element(0));
    expect(player.getState().phase).toBe('playing');
    expect(element(0).played).toHaveLength(2);
  });

  test('is given up after 10 s when the server accepts and says nothing', () => {
    outcome = 'hangs';
    player.play('dance');
    pass(9_750);
    expect(player.getState().phase).toBe('connecting');
    pass(250);
    expect(player.getState().phase).toBe('reconnecting');
  });
});

describe('a stream that a sign-in leads to [A84]', () => {
  test('takes a sound over, by one connection although it was to be opened anew', () => {
    player.play('dance');
    pass(1_000, element(0));
    player.select('hits', { autoplay: true });
    player.renew();
    pass(1_000);
    player.select('hits', { autoplay: true });
    pass(1_000);
    expect(elements.flatMap(({ played }) => played)).toEqual([
      '/stream/dance.mp3?session=1',
      '/stream/hits.mp3?session=2',
    ]);
    expect(player.getState()).toMatchObject({ phase: 'playing', streamId: 'hits' });
  });
});

describe('the way back after a loss [R165]', () => {
  beforeEach(async () => {
    firstMs = 1_790_000_000_000;
    player.play('dance');
    await settle();
    pass(1_000, element(0));
  });

  test('begins with the frame after the last one that was heard', () => {
    element(0).closeWith(2);
    const endMs = 1_790_000_000_000 + element(0).duration * 1000;
    pass(500, element(0));
    element(0).runDry();
    expect(elements.flatMap(({ played }) => played)).toEqual([
      '/stream/dance.mp3?session=1',
      `/stream/dance.mp3?session=2&from=${Math.round(endMs + 13)}`,
    ]);
  });

  test.each([
    ['that lasted too long is followed by what is live, and said [R169]', 200_000, 1],
    ['is nothing to say where it goes on', 0, 0],
  ])('%s', async (_, leftOutMs, leaps) => {
    element(0).closeWith(0.5);
    pass(500, element(0));
    firstMs = 1_790_000_000_000 + element(0).duration * 1000 + leftOutMs;
    element(0).runDry();
    for (let second = 0; second < 12; second += 1) {
      pass(1_000, element(0));
      await settle();
    }
    expect(player.getState()).toMatchObject({ phase: 'playing', leaps });
  });

  test('lets what is left play to its end and begins then, at once', () => {
    element(0).closeWith(4);
    pass(3_500, element(0));
    expect(elements).toHaveLength(1);
    outcome = 'fails';
    element(0).outcome = 'fails';
    element(0).runDry();
    expect(elements.flatMap(({ played }) => played)).toHaveLength(2);
  });

  test('begins at the same instant however often it is tried', () => {
    element(0).outcome = 'fails';
    element(0).closeWith(1);
    pass(1_000, element(0));
    element(0).runDry();
    clock.advance(10_000);
    const ways = element(0)
      .played.slice(1)
      .map((address) => address.replace(/.*&/, ''));
    expect(ways.length).toBeGreaterThan(3);
    expect(new Set(ways).size).toBe(1);
  });

  test('is of no use to who pauses or goes to another stream: those hear the radio live', async () => {
    element(0).outcome = 'fails';
    element(0).closeWith(1);
    pass(1_000, element(0));
    element(0).runDry();
    player.pause();
    element(0).outcome = 'sounds';
    player.play('dance');
    expect(element(0).played.at(-1)).not.toContain('from=');
    await settle();
    element(0).fail();
    player.play('hits');
    clock.advance(100);
    expect(element(0).played.at(-1)).toContain('/stream/hits.mp3');
    expect(element(0).played.at(-1)).not.toContain('from=');
  });
});

describe('a stream that is opened anew', () => {
  test('goes on until the other one sounds, then goes over to it', () => {
    player.play('dance');
    pass(1_000, element(0));
    outcome = 'hangs';
    player.renew();
    expect([elements.length, element(0).paused, player.getState().phase]).toEqual([2, false, 'playing']);
    element(1).sound();
    expect([element(0).src, element(1).src]).toEqual(['', '/stream/dance.mp3?session=2']);
    expect(player.getState().phase).toBe('playing');
  });

  test.each(['refuses', 'fails'] as const)('goes on as it is where a second one %s', async (how) => {
    player.play('dance');
    pass(1_000, element(0));
    outcome = how;
    player.renew();
    await settle();
    pass(12_000, element(0));
    expect([elements.length, element(0).src]).toEqual([2, '/stream/dance.mp3?session=1']);
    expect(player.getState()).toMatchObject({ phase: 'playing', attempt: 0 });
  });

  test('is none while nothing sounds', () => {
    player.renew();
    player.play('dance');
    pass(1_000, element(0));
    player.pause();
    player.renew();
    expect(elements).toHaveLength(1);
  });

  test('while it is still silent goes over to the other one after its first sound', () => {
    outcome = 'hangs';
    player.play('dance');
    player.renew();
    expect(elements).toHaveLength(1);
    element(0).sound();
    expect([elements.length, player.getState().phase]).toEqual([2, 'playing']);
    element(1).sound();
    expect([element(0).src, element(1).src]).toEqual(['', '/stream/dance.mp3?session=2']);
    expect(sessions).toBe(2);
  });

  test('while the next connection takes the place of one that ends goes over to one more', () => {
    player.play('dance');
    pass(3_000, element(0));
    outcome = 'hangs';
    element(0).closeWith(6);
    pass(250, element(0));
    player.renew();
    expect([elements.length, player.getState().phase]).toEqual([2, 'reconnecting']);
    element(1).sound();
    expect(
      elements
        .flatMap(({ played }) => played)
        .sort()
        .at(-1),
    ).toBe('/stream/dance.mp3?session=3');
    expect(player.getState().phase).toBe('playing');
  });

  test('while it is paused begins anew with the next press alone', () => {
    player.play('dance');
    player.pause();
    player.renew();
    player.play();
    expect([player.getState().phase, sessions]).toEqual(['playing', 2]);
  });

  test('that is lost before the other one sounds is fetched again', () => {
    player.play('dance');
    pass(6_000, element(0));
    outcome = 'hangs';
    player.renew();
    for (const each of elements) each.outcome = 'sounds';
    element(0).fail();
    pass(3_000);
    expect(player.getState().phase).toBe('playing');
    expect(elements.filter(({ src }) => src !== '')).toHaveLength(1);
  });
});

describe('an interruption by the device', () => {
  test('pauses the player, as the listener would', () => {
    player.play('dance');
    element(0).interrupt();
    expect(player.getState().phase).toBe('paused');
    expect(element(0).src).toBe('');
  });
});

describe('an early press', () => {
  test('goes on with the same element without a gap', () => {
    const early = new FakeMediaElement();
    early.src = '/stream/club.mp3?session=early';
    early.paused = false;
    early.currentTime = 1.2;
    player.setVolume(0.8);
    player.adopt(early, 'club');
    expect(player.getState()).toMatchObject({ phase: 'playing', streamId: 'club' });
    expect(early).toMatchObject({ src: '/stream/club.mp3?session=early', volume: 0.8, played: [] });
  });

  test('that is still connecting is playing once it sounds', () => {
    const early = new FakeMediaElement();
    early.paused = false;
    player.adopt(early, 'club');
    expect(player.getState().phase).toBe('connecting');
    early.sound();
    expect(player.getState().phase).toBe('playing');
  });

  test('that has failed meanwhile is tried again', () => {
    const early = new FakeMediaElement();
    early.paused = false;
    early.error = { code: 4, message: 'gone' };
    player.adopt(early, 'club');
    expect(player.getState().phase).toBe('reconnecting');
  });
});

describe('a preview', () => {
  test('silences the main player and gives it back at its end', () => {
    player.play('dance');
    const end = player.beginPreview({ title: 'Vive Radio - Polaroïd', kind: 'track' }, () => {});
    expect(element(0).src).toBe('');
    end();
    expect(player.getState()).toMatchObject({ phase: 'playing', preview: null });
  });

  test('is stopped when the listener presses play, and its end then changes nothing', () => {
    let isStopped = false;
    const end = player.beginPreview({ title: 'Vive Radio - Polaroïd', kind: 'track' }, () => {
      isStopped = true;
    });
    player.play('dance');
    expect(isStopped).toBe(true);
    player.pause();
    end();
    expect(player.getState().phase).toBe('paused');
  });

  test('is stopped by the bar’s button, and the main player is as it was before', () => {
    let stops = 0;
    player.beginPreview({ title: 'Vive Radio - Polaroïd', kind: 'track' }, () => stops++);
    player.toggle();
    expect(player.getState()).toMatchObject({ phase: 'idle', preview: null });
    player.play('dance');
    player.beginPreview({ title: 'Vive Radio - Polaroïd', kind: 'track' }, () => stops++);
    player.toggle();
    expect(player.getState()).toMatchObject({ phase: 'playing', preview: null });
    expect(stops).toBe(2);
  });

  test('is stopped by another one', () => {
    let isStopped = false;
    player.play('dance');
    const endFirst = player.beginPreview({ title: 'a - b', kind: 'track' }, () => {
      isStopped = true;
    });
    const endSecond = player.beginPreview({ title: 'c - d', kind: 'track' }, () => {});
    expect(isStopped).toBe(true);
    endFirst();
    expect(player.getState().preview?.title).toBe('c - d');
    endSecond();
    expect(player.getState().phase).toBe('playing');
  });
});

describe('the lock screen [R248]', () => {
  let held: number;
  class Holding extends LiveSound {
    holdLockScreen(): void {
      held += 1;
    }
  }
  beforeEach(() => {
    held = 0;
    isLateThere = false;
    player.play('dance');
    element(0).sound();
  });

  test('is kept for the listener who pauses, also where the script of the sound comes after that', () => {
    player.toggle();
    useLate(Holding);
    expect(held).toBe(1);
    player.play();
    player.toggle();
    expect(held).toBe(2);
  });

  test('is kept for nobody who plays again before that script, nor for another tab’s sound', () => {
    player.toggle();
    player.play();
    useLate(Holding);
    player.fallSilent();
    expect(held).toBe(0);
  });
});

test('the lock screen is kept again after a preview for who had paused before it, and for nobody else [R248]', () => {
  let held = 0;
  class Holding extends LiveSound {
    holdLockScreen(): void {
      held += 1;
    }
  }
  isLateThere = false;
  player.play('dance');
  element(0).sound();
  useLate(Holding);
  const begin = () => player.beginPreview({ title: 'a - b', kind: 'track' }, () => {});
  player.toggle();
  begin()();
  expect(held).toBe(2);
  begin();
  player.toggle();
  expect(held).toBe(3);
  // A call, or another tab, has taken the sound from the preview.
  const end = begin();
  player.pause();
  end();
  player.play();
  player.toggle();
  expect(held).toBe(4);
  begin();
  player.fallSilent();
  begin()();
  player.play();
  begin()();
  player.fallSilent();
  begin()();
  expect(held).toBe(4);
  player.play();
  elements.at(-1)?.sound();
  player.toggle();
  expect(held).toBe(5);
  player.offerEpisode('Brume', () => {});
  begin()();
  expect(held).toBe(5);
  player.endPreview();
  expect(held).toBe(6);
});

test('the lock screen is kept for nobody who takes a start back of which nothing was heard [R248]', () => {
  let held = 0;
  class Holding extends LiveSound {
    holdLockScreen(): void {
      held += 1;
    }
  }
  isLateThere = false;
  outcome = 'hangs';
  player.play('dance');
  player.toggle();
  useLate(Holding);
  expect(held).toBe(0);
  player.play();
  player.toggle();
  expect(held).toBe(0);
  player.play();
  elements.at(-1)?.sound();
  player.toggle();
  expect(held).toBe(1);
});

describe('an episode that is paused [R247]', () => {
  test.each([
    ['by the bar’s button', () => player.toggle()],
    ['by another tab’s sound or the sleep timer', () => player.fallSilent()],
  ])('%s is offered, and what sounds of it ends', (_, act) => {
    let isSounding = true;
    const offer = () => player.offerEpisode('Brume', () => {});
    player.beginPreview({ title: 'Brume', kind: 'episode', pause: offer }, () => {
      isSounding = false;
    });
    act();
    expect(isSounding).toBe(false);
    expect(player.getState()).toMatchObject({ phase: 'idle', preview: { title: 'Brume' } });
    expect(player.getState().preview?.start).toBeDefined();
  });
});

describe('an episode that is offered', () => {
  test('leaves the other tabs their sound, and is begun by the bar’s button', () => {
    turns = 0;
    let starts = 0;
    player.offerEpisode('Brume', () => starts++);
    expect(turns).toBe(0);
    player.toggle();
    expect(starts).toBe(1);
  });

  test('stays when another tab begins to sound, and goes when it is closed', () => {
    player.offerEpisode('Brume', () => {});
    player.fallSilent();
    expect(player.getState().preview?.title).toBe('Brume');
    player.endPreview();
    expect(player.getState()).toMatchObject({ phase: 'idle', preview: null });
  });
});
