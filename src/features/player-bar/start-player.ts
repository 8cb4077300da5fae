import { isStreamId, type StreamId } from '#src/contract/streams.ts';
import { wasEpisodeLeft } from '#src/features/player/episode-left.ts';
import { joinTabs, player } from '#src/features/player/player-store.ts';
import { choosePreference, preferenceEngine } from '#src/features/preferences/store/preference-store.ts';
import { startPreferences } from '#src/features/preferences/store/start-preferences.ts';
import { session } from '#src/page/session/session-store.ts';

let isStarted = false;
let addressed: StreamId | null = null;

/**
 * Connects the player with its browser, once a page: the preferred volume, what an early press started, the other
 * tabs, the network.
 * @param pathStream the stream that the page's address names, null for none
 */
export function startPlayer(
  pathStream: StreamId | null,
  ways: {
    /** Goes to the address of a stream. */
    openStream(streamId: StreamId): void;
    /** Shows the episode that this tab was left with in the bar. */
    offerEpisode?: (() => void) | undefined;
  },
): void {
  if (isStarted) return;
  isStarted = true;
  startPreferences();
  followPreferredVolume();
  rememberChoices();
  joinTabs();
  addEventListener('online', () => player.networkChanged());
  addEventListener('offline', () => player.networkChanged());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') player.pageShown();
  });
  addressed = pathStream;
  if (takeOverEarlySound(pathStream, ways.openStream)) return;
  const hasOffer = ways.offerEpisode !== undefined && wasEpisodeLeft();
  if (hasOffer) ways.offerEpisode?.();
  // A listener of an episode must not suddenly hear the radio.
  if (pathStream !== null) player.select(pathStream, { autoplay: !hasOffer });
  else if (!session.getState().isAuthenticated) {
    player.select(preferenceEngine.getState().preferences.lastStreamId, { autoplay: false });
  }
}

/** The listener has moved to another page: an address that names another stream plays it [R6]. */
export function followAddress(pathStream: StreamId | null): void {
  if (!isStarted || pathStream === addressed) return;
  addressed = pathStream;
  if (pathStream !== null) player.select(pathStream, { autoplay: true });
}

function takeOverEarlySound(pathStream: StreamId | null, openStream: (streamId: StreamId) => void): boolean {
  const { element, streamId } = window.ondeEarlyPlay?.() ?? {};
  if (!isStreamId(streamId)) return false;
  if (element) {
    player.adopt(element, streamId);
    // A card of the home page leads to the address of its stream.
    if (streamId !== pathStream && location.pathname.endsWith(`/${pathStream}`)) openStream(streamId);
  } else {
    player.select(pathStream ?? streamId, { autoplay: false });
  }
  return true;
}

function followPreferredVolume(): void {
  let { volume } = preferenceEngine.getState().preferences;
  player.setVolume(volume);
  preferenceEngine.subscribe(() => {
    const preferred = preferenceEngine.getState().preferences.volume;
    if (preferred === volume) return;
    volume = preferred;
    if (player.getState().volume !== preferred) player.setVolume(preferred);
  });
}

function rememberChoices(): void {
  let { volume, streamId } = player.getState();
  player.subscribe(() => {
    const now = player.getState();
    const before = { volume, streamId };
    ({ volume, streamId } = now);
    if (volume !== before.volume) choosePreference({ volume });
    if (streamId !== before.streamId && streamId !== null) choosePreference({ lastStreamId: streamId });
  });
}
