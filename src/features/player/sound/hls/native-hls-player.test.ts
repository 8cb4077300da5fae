import { beforeEach, expect, test } from 'vitest';
import { FakeMediaElement } from '#src/features/player/sound/testing/fake-media-element.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import type { HlsNews, HlsPlayer } from './hls-player.ts';
import { openNativeHls } from './native-hls-player.ts';

/** The date of the first segment that the engine takes: what is live, less what it holds back. */
const LIVE_MS = 1_790_000_000_000;

/** What lies before that in a playlist. */
const BEFORE_LIVE_SECONDS = 46;

/** An element as WebKit's, which dates its time 0, begins anew with each address, and goes back as far as it can. */
class DatingElement extends FakeMediaElement {
  startMs = Number.NaN;
  readonly seekable = { length: 1, start: () => -BEFORE_LIVE_SECONDS };
  readonly #clock: ManualClock;

  constructor(clock: ManualClock) {
    super();
    this.#clock = clock;
  }

  getStartDate(): Date {
    return new Date(this.startMs);
  }

  override play(): Promise<void> {
    this.currentTime = 0;
    this.startMs = LIVE_MS + this.#clock.monotonicMs();
    return super.play();
  }

  hear(seconds: number): void {
    for (let at = 0; at < seconds; at += 1) {
      this.currentTime += 1;
      this.#clock.advance(1000);
    }
  }
}

let clock: ManualClock;
let element: DatingElement;
let pass: string;
let player: HlsPlayer;
let told: HlsNews[];

beforeEach(async () => {
  clock = new ManualClock();
  element = new DatingElement(clock);
  element.outcome = 'sounds';
  pass = '?noads=first';
  told = [];
  player = open(null);
  await element.play();
});

const open = (startMs: number | null) =>
  openNativeHls({
    clock,
    element,
    playlist: () => `/stream/dance/live.m3u8${pass}`,
    startMs,
    tell: (news) => told.push(news),
  });

test('tells what is heard by the date that the engine has for it', () => {
  element.hear(4);
  expect(player.heardMs).toBeCloseTo(LIVE_MS + 4026);
  expect(player.variant).toBe('member');
});

test('an address whose pass stays is played on; by a pass that was renewed it goes on where it was [R194]', () => {
  element.hear(300);
  expect(element.played).toEqual(['/stream/dance/live.m3u8?noads=first']);
  pass = '?noads=second';
  const before = element.played.length;
  element.hear(59);
  const heardMs = player.heardMs ?? 0;
  element.hear(1);
  expect(element.played.slice(before)).toEqual(['/stream/dance/live.m3u8?noads=second']);
  // Sixty seconds lie between two looks: the new segments begin where the last ones were heard.
  expect(Math.abs((player.heardMs ?? 0) - heardMs - 1000)).toBeLessThan(100);
});

test.each([
  { missed: 30, behind: 30, news: [] },
  { missed: 47, behind: BEFORE_LIVE_SECONDS, news: [] },
  { missed: 180, behind: 0, news: [{ type: 'left-out', seconds: 0 }] },
])(
  'after $missed s without it, it goes on $behind s before live, and says what is left out [R191]',
  async (outage) => {
    player[Symbol.dispose]();
    using later = open(LIVE_MS - outage.missed * 1000);
    await element.play();
    expect(Math.abs((later.heardMs ?? 0) - (LIVE_MS - outage.behind * 1000))).toBeLessThan(100);
    expect(told).toEqual(outage.news);
  },
);

test('whoever signs in while it plays goes on where they were, without adverts', () => {
  element.hear(10);
  pass = '?noads=another';
  const heardMs = player.heardMs ?? 0;
  player.renew();
  expect(element.src).toBe('/stream/dance/live.m3u8?noads=another');
  expect(Math.abs((player.heardMs ?? 0) - heardMs)).toBeLessThan(100);
});

test('what is over looks for no pass', () => {
  player[Symbol.dispose]();
  pass = '?noads=second';
  clock.advance(600_000);
  expect([element.played.length, element.isObserved]).toEqual([1, false]);
});
