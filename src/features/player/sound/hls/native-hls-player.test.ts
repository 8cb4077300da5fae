import { beforeEach, expect, test } from 'vitest';
import { FakeMediaElement } from '#src/features/player/sound/testing/fake-media-element.ts';
import { ManualClock } from '#src/platform/clock/testing/manual-clock.ts';
import type { HlsPlayer } from './hls-player.ts';
import { openNativeHls } from './native-hls-player.ts';

/** The date of the first segment that the engine takes: what is live, less what it holds back. */
const LIVE_MS = 1_790_000_000_000;

/** An element as WebKit's, which dates its time 0, and begins anew with each address. */
class DatingElement extends FakeMediaElement {
  startMs = Number.NaN;
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

beforeEach(async () => {
  clock = new ManualClock();
  element = new DatingElement(clock);
  element.outcome = 'sounds';
  pass = '?noads=first';
  player = openNativeHls({
    clock,
    element,
    playlist: () => `/stream/dance/live.m3u8${pass}`,
    startMs: null,
    tell() {},
  });
  await element.play();
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
