import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  isHlsWanted,
  type TransportWish,
  writeTransportWish,
} from '#src/features/player/state/transport-wish.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import { AudioPool } from './audio-pool.ts';
import { ChosenSound } from './chosen-sound.ts';
import { HlsSound } from './hls/hls-sound.ts';
import { type FakeHlsPlayer, fakeHls } from './hls/testing/fake-hls-player.ts';
import type { SoundEvent } from './sound.ts';
import { FakeMediaElement } from './testing/fake-media-element.ts';

/** The instant at which a connection begins, and that at which a playlist does. */
const T = 1_790_000_000_000;
const LIVE_MS = T - 9_000;

let clock: ManualClock;
let storage: BrowserStorage;
let elements: FakeMediaElement[];
let outcome: FakeMediaElement['outcome'];
let players: FakeHlsPlayer[];
let events: SoundEvent[];
let isReachable: boolean;
let timesReached: number;
let isSeen: boolean;
let areScriptsThere: boolean;
let scriptsCome: Promise<void>;
let timesLoaded: number;
let isForeign: boolean;
let adFree: string;
let pool: AudioPool;
let sound: ChosenSound;

function open(wish: TransportWish = 'automatic', isThere = true): ChosenSound {
  if (wish !== 'automatic') writeTransportWish(storage, wish);
  const hls = fakeHls(LIVE_MS);
  players = hls.players;
  pool = new AudioPool(() => {
    const element = new FakeMediaElement();
    element.outcome = outcome;
    elements.push(element);
    return element;
  });
  sound = new ChosenSound(
    {
      clock,
      storage,
      pool,
      streamUrl: (streamId) =>
        isForeign ? 'https://else.example/x' : `/stream/${streamId}.mp3?session=0a${adFree}`,
      isOnline: () => true,
      random: () => 0.5,
      fetchJson: async () => ({ status: 200, reply: { data: { first_ms: T } } }),
      log() {},
    },
    () => ({ volume: 0.3, muted: false, streamId: 'dance' }),
    (event) => events.push(event),
    {
      isThere,
      async load() {
        timesLoaded += 1;
        await scriptsCome;
        if (!areScriptsThere) throw new Error('no network');
        return { HlsSound, openPlayer: hls.open };
      },
      async isReachable() {
        timesReached += 1;
        return isReachable;
      },
      isSeen: () => isSeen,
    },
  );
  return sound;
}

beforeEach(() => {
  clock = new ManualClock(T);
  storage = storedIn();
  elements = [];
  outcome = 'sounds';
  events = [];
  isReachable = true;
  timesReached = 0;
  isSeen = true;
  areScriptsThere = true;
  scriptsCome = Promise.resolve();
  timesLoaded = 0;
  isForeign = false;
  adFree = '';
});

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
/** Time passes while what plays sounds, or nothing does. */
async function pass(seconds: number): Promise<void> {
  for (let at = 0; at < seconds * 4; at += 1) {
    for (const element of elements) if (!element.paused && element.currentTime > 0) element.move(0.25);
    clock.advance(250);
    await settle();
  }
}
/** What sounds, by its addresses. */
const heard = () => elements.filter(({ paused }) => !paused).map(({ src }) => src);
const PROGRESSIVE = '/stream/dance.mp3?session=0a';
const HLS = 'blob:segments';

test.each(['progressive', 'hls'] as const)(
  'what previews have left is forgotten after a while, where the sound comes as %s [R18]',
  async (wish) => {
    open(wish);
    const used = Array.from({ length: 9 }, () => pool.acquire());
    for (const element of used) pool.release(element);
    expect(pool.size).toBe(9);
    clock.advance(30_000);
    expect(pool.size).toBe(0);
  },
);

/** What plays continuously is to come in segments; their element does this. */
async function chooseSegments(then: FakeMediaElement['outcome'] = 'sounds'): Promise<void> {
  open().connect('dance');
  await pass(6);
  outcome = then;
  writeTransportWish(storage, 'hls');
  sound.renew('dance');
  await settle();
}

describe('a choice [R186]', () => {
  test('of segments is heard at once, where their scripts are there', async () => {
    open('hls');
    await settle();
    sound.connect('dance');
    expect(heard()).toEqual([HLS]);
    await pass(1);
    expect([sound.isSounding, sound.place?.heardMs]).toEqual([
      true,
      LIVE_MS + (elements[0]?.currentTime ?? 0) * 1000,
    ]);
  });

  test('of segments is heard once their scripts are there, and nothing is before', async () => {
    open('hls');
    sound.connect('dance');
    expect(heard()).toEqual([]);
    // It may sound later, since it has been touched within the press.
    const touched = elements.length;
    await settle();
    expect(heard()).toEqual([HLS]);
    expect([touched, elements.length]).toEqual([1, 1]);
    await pass(6);
    expect(elements.flatMap(({ played }) => played)).toEqual([HLS]);
    expect(events.filter(({ type }) => type === 'lost')).toEqual([]);
  });

  test('of segments is heard in one answer when their scripts have not come for three seconds', async () => {
    let come: (() => void) | undefined;
    scriptsCome = new Promise((resolve) => (come = resolve));
    open('hls').connect('dance');
    await pass(2.75);
    expect(heard()).toEqual([]);
    await pass(0.25);
    expect(heard()).toEqual([PROGRESSIVE]);
    await pass(6);
    expect(heard()).toEqual([PROGRESSIVE]);
    come?.();
    await settle();
    expect(heard()).toEqual([HLS]);
  });

  test('of segments is not heard any more when the listener has stopped before their scripts came', async () => {
    open('hls').connect('dance');
    sound.release();
    await pass(6);
    expect(elements.flatMap(({ played }) => played)).toEqual([]);
  });

  test('whose scripts do not come leaves what is heard, and has them asked for again', async () => {
    areScriptsThere = false;
    open('hls').connect('dance');
    await settle();
    expect(heard()).toEqual([PROGRESSIVE]);
    await pass(6);
    expect(heard()).toEqual([PROGRESSIVE]);
    areScriptsThere = true;
    sound.renew('dance');
    await pass(1);
    expect(heard()).toEqual([HLS]);
  });

  test('that changes while the radio plays goes on from what is heard, with no less of a cushion than live', async () => {
    await chooseSegments();
    expect([players[0]?.zeroMs, heard()]).toEqual([LIVE_MS, [HLS]]);
    await pass(3);
    const heardMs = sound.place?.heardMs ?? 0;
    writeTransportWish(storage, 'progressive');
    sound.renew('dance');
    expect(heard()).toEqual([`${PROGRESSIVE}&from=${Math.round(heardMs + 13)}`]);
    expect(players[0]?.isOver).toBe(true);
  });

  test('whose way fails at first leaves what is heard, and comes by itself at a later attempt', async () => {
    open('hls');
    await settle();
    sound.connect('dance');
    await pass(6);
    outcome = 'fails';
    writeTransportWish(storage, 'progressive');
    sound.renew('dance');
    await pass(29);
    expect([heard(), elements[1]?.played.length]).toEqual([[HLS], 1]);
    for (const element of elements) element.outcome = 'sounds';
    await pass(2);
    expect(heard()).toEqual([expect.stringContaining(PROGRESSIVE)]);
    expect(events.filter(({ type }) => type === 'lost')).toEqual([]);
  });

  test('that leaves something out says so once it is heard, and once [R169]', async () => {
    await chooseSegments('hangs');
    players[0]?.tell({ type: 'left-out', seconds: 0 });
    const leaps = () => events.filter(({ type }) => type === 'leapt').length;
    expect([leaps(), heard()]).toEqual([0, [PROGRESSIVE, HLS]]);
    elements[1]?.sound();
    expect([leaps(), heard()]).toEqual([1, [HLS]]);
    expect(sound.seconds).toBe(0);
  });

  test('that the browser lets no second element take over for takes the first one', async () => {
    await chooseSegments('refuses');
    await pass(1);
    expect(heard()).toEqual([HLS]);
    expect(elements[0]?.src).toBe(HLS);
    expect(events.some(({ type }) => type === 'refused')).toBe(false);
  });

  test('of segments that cannot be heard here changes nothing, and fetches nothing [R189]', async () => {
    open('hls', false).connect('dance');
    await pass(6);
    expect([heard(), timesLoaded]).toEqual([[PROGRESSIVE], 0]);
  });

  test('of segments leaves a stream of another server as it is', async () => {
    isForeign = true;
    open('hls').connect('dance');
    await pass(6);
    expect(heard()).toEqual(['https://else.example/x']);
  });
});

describe('automatic [R187]', () => {
  test('fetches nothing of segments while one answer is heard', async () => {
    open().connect('dance');
    await pass(60);
    expect([heard(), timesLoaded]).toEqual([[PROGRESSIVE], 0]);
  });

  test('goes over to segments when one answer stays silent, and keeps that', async () => {
    outcome = 'hangs';
    open().connect('dance');
    await pass(8);
    expect(heard()).toEqual([PROGRESSIVE]);
    for (const element of elements) element.outcome = 'sounds';
    await pass(2);
    expect([heard(), isHlsWanted(storage, clock.nowMs())]).toEqual([[HLS], true]);
  });

  test('goes over after three attempts that fail at once', async () => {
    outcome = 'fails';
    open();
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(heard()).toEqual([]);
      sound.connect('dance');
      await settle();
      elements[0]?.load();
      for (const element of elements) if (attempt === 2) element.outcome = 'sounds';
      if (attempt === 2) for (const element of elements) element.outcome = 'fails';
    }
    await settle();
    expect(players).toHaveLength(1);
  });

  test('does not while the server is away, nor for a device that plays nothing', async () => {
    isReachable = false;
    outcome = 'hangs';
    open().connect('dance');
    await pass(40);
    expect([timesLoaded, players.length]).toEqual([0, 0]);
    isReachable = true;
    sound.release();
    for (const element of elements) element.outcome = 'fails-at-output';
    for (let attempt = 0; attempt < 5; attempt += 1) {
      sound.connect('dance');
      await settle();
    }
    expect(timesLoaded).toBe(0);
  });

  test('counts no silence between attempts, when the server is back before the next one', async () => {
    isReachable = false;
    outcome = 'fails';
    open().connect('dance');
    await pass(1);
    expect(events.filter(({ type }) => type === 'lost')).toHaveLength(1);
    isReachable = true;
    await pass(10);
    expect([timesLoaded, isHlsWanted(storage, clock.nowMs())]).toEqual([0, false]);
    for (const element of elements) element.outcome = 'sounds';
    sound.connect('dance');
    await pass(1);
    expect(heard()).toEqual([PROGRESSIVE]);
  });

  test('asks nothing of a server that is full before it has said to, and takes it for no silence [R239]', async () => {
    const full = { success: false, error: 'Ce flux est complet.', code: 'stream_full' };
    vi.stubGlobal('document', { documentElement: { lang: 'fr' } });
    vi.stubGlobal('fetch', async () =>
      Response.json(full, { status: 503, headers: { 'Retry-After': '60' } }),
    );
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    outcome = 'fails';
    open().connect('dance');
    const last = () => events.at(-1);
    await expect.poll(last).toMatchObject({ type: 'lost', refusal: 'Ce flux est complet.' });
    const timesBefore = timesReached;
    sound.connect('dance');
    await pass(40);
    expect([timesReached - timesBefore, isHlsWanted(storage, clock.nowMs())]).toEqual([0, false]);
    // What is silent after that counts again.
    vi.stubGlobal('fetch', async () => new Response('sound'));
    outcome = 'hangs';
    for (const element of elements) element.outcome = 'hangs';
    await pass(60);
    sound.connect('dance');
    await pass(10);
    expect(isHlsWanted(storage, clock.nowMs())).toBe(true);
  });

  test('draws no conclusion from a tab that was opened behind others, whose sound the browser keeps back [R235]', async () => {
    outcome = 'hangs';
    isSeen = false;
    open().connect('dance');
    await pass(40);
    expect([timesLoaded, isHlsWanted(storage, clock.nowMs())]).toEqual([0, false]);
    isSeen = true;
    sound.connect('dance');
    await pass(10);
    expect(isHlsWanted(storage, clock.nowMs())).toBe(true);
  });

  test('does so in the background too where something has been heard', async () => {
    open().connect('dance');
    await pass(6);
    isSeen = false;
    for (const element of elements) element.outcome = 'hangs';
    sound.release();
    sound.connect('dance');
    await pass(10);
    expect(isHlsWanted(storage, clock.nowMs())).toBe(true);
  });

  test('asks for nothing once the listener has stopped', async () => {
    outcome = 'hangs';
    open().connect('dance');
    sound.release();
    await pass(30);
    expect([timesLoaded, heard()]).toEqual([0, []]);
  });

  test('comes back from segments that stay silent', async () => {
    outcome = 'hangs';
    open().connect('dance');
    await pass(10);
    expect(players).toHaveLength(1);
    await pass(10);
    expect(heard()).toEqual([PROGRESSIVE]);
  });
});

test('takes over what a press has started, and goes on in segments where they are chosen', async () => {
  open('hls');
  const pressed = new FakeMediaElement();
  pressed.src = PROGRESSIVE;
  pressed.paused = false;
  pressed.currentTime = 1;
  elements.push(pressed);
  sound.adopt(pressed);
  expect(sound.isSounding).toBe(true);
  await pass(7);
  expect(heard()).toEqual([HLS]);
});

test('lets go of both ways', async () => {
  open().connect('dance');
  await pass(6);
  outcome = 'hangs';
  writeTransportWish(storage, 'hls');
  sound.renew('dance');
  await settle();
  sound.release();
  expect([heard(), elements.some(({ src }) => src !== ''), sound.isSounding]).toEqual([[], false, false]);
});

test('a radio that is paused holds silence, until something is opened or released [R248]', () => {
  open('progressive').connect('dance');
  const held = () => elements.map(({ src, paused }) => [src.replace(/^blob:.*#/, '#'), paused]);
  for (const end of [() => sound.connect('dance'), () => sound.release()]) {
    sound.release();
    sound.holdLockScreen();
    expect(held()).toEqual([['#silence', true]]);
    end();
    expect(elements[0]?.src).not.toContain('silence');
  }
  expect(elements).toHaveLength(1);
});

describe('a member who signs out while they listen [R52]', () => {
  const PASS = '&noads=a.b';
  const sounding = async () => {
    await settle();
    return heard().map((address) => address.replace(/&from=\d+/, ''));
  };
  /** The server has gone, and is asked again. */
  function lose(): void {
    for (const element of elements) if (!element.paused) element.fail();
    sound.connect('dance');
  }

  test('goes on without adverts past an outage: a break would become an advert from its middle', async () => {
    adFree = PASS;
    open('progressive').connect('dance');
    await pass(2);
    adFree = '';
    lose();
    expect(await sounding()).toEqual([PROGRESSIVE + PASS]);
    lose();
    expect(await sounding()).toEqual([PROGRESSIVE + PASS]);
  });

  test('does so where the sound began before this script was there', async () => {
    const first = new FakeMediaElement();
    first.outcome = 'sounds';
    first.src = PROGRESSIVE + PASS;
    void first.play();
    elements.push(first);
    open('progressive').adopt(first);
    await pass(1);
    lose();
    expect(await sounding()).toEqual([PROGRESSIVE + PASS]);
  });

  test('hears another stream as a guest does, and this one after it', async () => {
    adFree = PASS;
    open('progressive').connect('dance');
    await pass(2);
    adFree = '';
    sound.connect('hits');
    await pass(1);
    expect(await sounding()).toEqual(['/stream/hits.mp3?session=0a']);
    sound.connect('dance');
    await pass(1);
    expect(await sounding()).toEqual([PROGRESSIVE]);
  });

  test('hears a stream that they have stopped as a guest does', async () => {
    adFree = PASS;
    open('progressive').connect('dance');
    await pass(2);
    adFree = '';
    sound.release();
    sound.connect('dance');
    expect(await sounding()).toEqual([PROGRESSIVE]);
  });

  test('hears by the pass of whoever signs in next', async () => {
    adFree = PASS;
    open('progressive').connect('dance');
    await pass(2);
    adFree = '&noads=c.d';
    lose();
    expect(await sounding()).toEqual([`${PROGRESSIVE}&noads=c.d`]);
    adFree = '';
    lose();
    expect(await sounding()).toEqual([`${PROGRESSIVE}&noads=c.d`]);
  });
});
