import { isStreamId, type StreamId } from '#src/contract/streams.ts';
import type { PlayerEngine } from '#src/features/player/engine/player-engine.ts';
import { playerOf, playingTabOf } from '#src/features/player/engine/player-store.ts';
import { EPISODE_LEFT, wasEpisodeLeft } from '#src/features/player/page/shown-episode.ts';
import { PAUSED_KEY } from '#src/features/player/state/player-state.ts';
import type { PreferenceEngine } from '#src/features/preferences/engine/preference-engine.ts';
import { preferencesOf } from '#src/features/preferences/store/preference-store.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { sessionOf } from '#src/page/session/session-store.ts';

/**
 * Connects the player with its browser, once a page and after the preferences: the preferred volume, what an
 * early press started, the other tabs, the network.
 * @param pathStream the stream that the page's address names, null for none
 * @returns to be called on each change of page: an address that names another stream plays it [R6], unless that is
 * what is paused; pages that name none, and on which no other is chosen, do not come between two of one stream
 */
export function startPlayer(
  browser: Browser,
  pathStream: StreamId | null,
  ways: {
    /** Goes to the address of a stream. */
    openStream(streamId: StreamId): void;
    /** Shows the episode that this tab was left with in the bar. */
    offerEpisode?: (() => void) | undefined;
  },
): (pathStream: StreamId | null) => void {
  const player = playerOf(browser);
  const preferences = preferencesOf(browser);
  followPreferredVolume(player, preferences);
  rememberChoices(player, preferences);
  playingTabOf(browser);
  addEventListener('online', () => player.networkChanged());
  addEventListener('offline', () => player.networkChanged());
  addEventListener('pointerdown', () => player.pressBegan(), true);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') player.pageShown();
  });
  // A page that comes again, reloaded or out of the history, and whose stream was paused in it [R6].
  const kept = browser.tabStorage.read(PAUSED_KEY);
  const paused = isStreamId(kept) && performance.navigation.type > 0 ? kept : null;
  if (!takeOverEarlySound(browser, pathStream, ways.openStream)) {
    const hasOffer = ways.offerEpisode !== undefined && wasEpisodeLeft(browser.tabStorage);
    if (hasOffer) ways.offerEpisode?.();
    // A listener of an episode must not suddenly hear the radio, nor one who comes back to a tab that was silent.
    if (pathStream !== null) {
      player.select(pathStream, { autoplay: !(hasOffer || pathStream === paused || wasDiscarded()) });
    } else if (paused !== null) {
      player.select(paused, { autoplay: false });
    } else if (!sessionOf(browser).getState().isAuthenticated) {
      player.select(preferences.getState().preferences.lastStreamId, { autoplay: false });
    }
  }
  let addressed = pathStream;
  let isAway = false;
  return (next) => {
    const { streamId, phase, preview } = player.getState();
    // What was paused before the page came again counts as named until something else is heard.
    const before = addressed ?? (streamId === paused ? paused : null);
    // Neither the radio nor an episode in its place begins again by itself where it is paused.
    const begins =
      next === (streamId ?? before ?? next)
        ? next !== before && phase !== 'paused' && !preview?.start
        : isAway || next !== before;
    if (next && begins) player.select(next, { autoplay: true });
    isAway = next === null;
    addressed = next ?? addressed;
  };
}

/** Whether the browser had put this tab away to save memory, which it does to none that sounds [R252]. */
function wasDiscarded(): boolean {
  return Reflect.get(document, 'wasDiscarded') === true;
}

function takeOverEarlySound(
  browser: Browser,
  pathStream: StreamId | null,
  openStream: (streamId: StreamId) => void,
): boolean {
  const { element, streamId } = window.ondeEarlyPlay?.() ?? {};
  if (!isStreamId(streamId)) return false;
  const player = playerOf(browser);
  if (element) {
    player.adopt(element, streamId);
    // The radio has come in the place of the episode that this tab was left with [R247].
    browser.tabStorage.remove(EPISODE_LEFT);
    // A card of the home page leads to the address of its stream.
    if (streamId !== pathStream && location.pathname.endsWith(`/${pathStream}`)) openStream(streamId);
  } else {
    const stopped = pathStream ?? streamId;
    player.select(stopped, { autoplay: false });
    browser.tabStorage.write(PAUSED_KEY, stopped);
  }
  return true;
}

function followPreferredVolume(player: PlayerEngine, preferences: PreferenceEngine): void {
  let { volume } = preferences.getState().preferences;
  player.setVolume(volume);
  preferences.subscribe(() => {
    const preferred = preferences.getState().preferences.volume;
    if (preferred === volume) return;
    volume = preferred;
    // Another tab or device may have chosen it: what is muted here stays so [R234].
    const now = player.getState();
    if (now.volume !== preferred) player.setVolume(preferred, now.muted || undefined);
  });
}

function rememberChoices(player: PlayerEngine, preferences: PreferenceEngine): void {
  let { volume, streamId } = player.getState();
  player.subscribe(() => {
    const now = player.getState();
    const before = { volume, streamId };
    ({ volume, streamId } = now);
    if (volume !== before.volume) preferences.choose({ volume });
    if (streamId !== before.streamId && streamId !== null) preferences.choose({ lastStreamId: streamId });
  });
}
