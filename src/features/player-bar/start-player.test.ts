import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { StreamId } from '#src/contract/streams.ts';
import { playerOf } from '#src/features/player/engine/player-store.ts';
import { EPISODE_LEFT } from '#src/features/player/page/shown-episode.ts';
import { FakeMediaElement } from '#src/features/player/sound/testing/fake-media-element.ts';
import { PAUSED_KEY } from '#src/features/player/state/player-state.ts';
import { preferencesOf } from '#src/features/preferences/store/preference-store.ts';
import { testBrowser } from '#src/page/browser/testing/test-browser.ts';
import { startPlayer } from './start-player.ts';

beforeEach(() => {
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', { addEventListener() {} });
  vi.stubGlobal('addEventListener', () => {});
});

/** Walks through pages by the streams that their addresses name; gives those that begin by themselves. */
function visit(first: StreamId | null, browser = testBrowser()) {
  const player = playerOf(browser);
  const select = vi.spyOn(player, 'select');
  const begun = () => select.mock.calls.flatMap(([streamId, { autoplay }]) => (autoplay ? [streamId] : []));
  const goTo = startPlayer(browser, first, { openStream() {} });
  return { player, begun, goTo };
}

/** The browser of a tab in which dance was paused, whose page has come by a navigation of that type. */
function pausedBefore(type: number) {
  const browser = testBrowser();
  browser.tabStorage.write(PAUSED_KEY, 'dance');
  vi.stubGlobal('performance', { navigation: { type } });
  onTestFinished(() => void vi.unstubAllGlobals());
  return browser;
}

test('a stream that an address names plays by itself, at the first page and when it is another one', () => {
  const { begun, goTo } = visit('dance');
  goTo('dance');
  goTo('hits');
  goTo('hits');
  goTo('dance');
  expect(begun()).toEqual(['dance', 'hits', 'dance']);
});

test('a tab that the browser had put away, silent, stays so, and plays another stream [R252]', () => {
  Reflect.set(document, 'wasDiscarded', true);
  const { begun, goTo } = visit('dance');
  goTo('dance');
  expect(begun()).toEqual([]);
  goTo('hits');
  expect(begun()).toEqual(['hits']);
});

test.each([
  { way: 'by an address', type: 0, begins: ['dance'] },
  { way: 'loaded again', type: 1, begins: [] },
  { way: 'out of the history', type: 2, begins: [] },
])('what was paused in a tab stays so when its page comes again, $way: $begins [R6]', ({ type, begins }) => {
  const browser = pausedBefore(type);
  expect(visit('dance', browser).begun()).toEqual(begins);
  expect(visit('hits', testBrowser({ tabStorage: browser.tabStorage })).begun()).toEqual(['hits']);
});

test('what was paused in a tab stays so, too, when a page that names no stream comes again [R6]', () => {
  const browser = pausedBefore(1);
  const { player, begun, goTo } = visit(null, browser);
  expect(player.getState().streamId).toBe('dance');
  goTo(null);
  goTo('dance');
  expect(begun()).toEqual([]);
  goTo('hits');
  expect(begun()).toEqual(['hits']);
});

test('what was paused in a tab plays at its address once another stream is heard on a page that names none', () => {
  const browser = pausedBefore(1);
  const { player, begun, goTo } = visit(null, browser);
  const playing = { ...player.getState(), streamId: 'hits', phase: 'playing' } as const;
  vi.spyOn(player, 'getState').mockReturnValue(playing);
  goTo('dance');
  expect(begun()).toEqual(['dance']);
});

test('an episode that a tab was left with is offered no more once the radio was started in its place [R247]', () => {
  const browser = testBrowser();
  browser.tabStorage.write(EPISODE_LEFT, '{}');
  const element = new FakeMediaElement();
  vi.stubGlobal('document', { addEventListener() {}, querySelectorAll: () => [] });
  vi.stubGlobal('window', { ondeEarlyPlay: () => ({ element, streamId: 'dance' }) });
  visit('dance', browser);
  expect(browser.tabStorage.read(EPISODE_LEFT)).toBeNull();
});

test('what was played and paused before the scripts had come is paused when its page comes again [R6]', () => {
  const browser = testBrowser();
  vi.stubGlobal('window', { ondeEarlyPlay: () => ({ element: null, streamId: 'dance' }) });
  expect(visit('dance', browser).begun()).toEqual([]);
  expect(browser.tabStorage.read(PAUSED_KEY)).toBe('dance');
});

test('an episode that a member was left with stays in the bar when the first stream is named [R247]', () => {
  const { player, begun, goTo } = visit(null);
  const offered = { kind: 'episode', title: 'Night drive', resume: false, start() {} } as const;
  vi.spyOn(player, 'getState').mockReturnValue({ ...player.getState(), streamId: null, preview: offered });
  goTo(null);
  goTo('dance');
  expect(begun()).toEqual([]);
  goTo('hits');
  expect(begun()).toEqual(['hits']);
});

test('the first stream that is named plays after pages that name none', () => {
  const { begun, goTo } = visit(null);
  goTo(null);
  expect(begun()).toEqual([]);
  goTo('dance');
  expect(begun()).toEqual(['dance']);
});

test('on the way back from a page that names no stream nothing begins by itself', () => {
  const { player, begun, goTo } = visit('dance');
  player.pause();
  goTo(null);
  goTo('dance');
  expect(begun()).toEqual(['dance']);
});

test('what was paused before an address names it stays so, and another stream plays [R6]', () => {
  const { player, begun, goTo } = visit(null);
  // As a play and a pause leave it, of which the first needs a document.
  const paused = { ...player.getState(), streamId: 'dance', phase: 'paused' } as const;
  vi.spyOn(player, 'getState').mockReturnValue(paused);
  goTo('dance');
  expect(begun()).toEqual([]);
  goTo('hits');
  expect(begun()).toEqual(['hits']);
});

test('an episode that is paused stays in the bar at the address of the radio’s stream [R247]', () => {
  const { player, begun, goTo } = visit(null);
  player.offerEpisode('Night drive', () => {});
  goTo('dance');
  expect(begun()).toEqual([]);
  goTo('hits');
  expect(begun()).toEqual(['hits']);
});

test('another stream than the one that was left, or chosen on such a page, plays', () => {
  const { player, begun, goTo } = visit('dance');
  goTo(null);
  goTo('hits');
  expect(begun()).toEqual(['dance', 'hits']);
  goTo(null);
  player.select('club', { autoplay: false });
  goTo('hits');
  expect(begun()).toEqual(['dance', 'hits', 'hits']);
});

test('a volume that is chosen elsewhere, in another tab or on another device, leaves muted what is muted [R234]', () => {
  const browser = testBrowser();
  const player = playerOf(browser);
  startPlayer(browser, 'dance', { openStream() {} });
  player.toggleMute();
  preferencesOf(browser).choose({ volume: 0.8 });
  expect(player.getState()).toMatchObject({ volume: 0.8, muted: true });
  player.setVolume(0.6);
  expect(player.getState()).toMatchObject({ volume: 0.6, muted: false });
  // A volume of 0 is mute, too [R237].
  player.setVolume(0);
  preferencesOf(browser).choose({ volume: 0.7 });
  expect(player.getState()).toMatchObject({ volume: 0.7, muted: true });
  player.setVolume(0.6);
  preferencesOf(browser).choose({ volume: 0 });
  expect(player.getState()).toMatchObject({ volume: 0, muted: true });
});

test('what plays beside the address goes on between two pages of one stream', () => {
  const { player, begun, goTo } = visit('dance');
  player.select('club', { autoplay: false });
  goTo('dance');
  expect(begun()).toEqual(['dance']);
});
