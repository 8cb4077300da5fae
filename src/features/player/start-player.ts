import { session } from '#src/features/accounts/session/session-store.ts';
import { storedPreferences } from '#src/features/preferences/stored-preferences.ts';
import { DEFAULT_STREAM, isStreamId, type StreamId } from '#src/spec/streams.ts';
import { bindMediaKeys } from './media-session.ts';
import { joinTabs, player } from './player-store.ts';

let isStarted = false;
let addressed: StreamId | null = null;

/**
 * Connects the player with its browser, once a page: the remembered volume, what an early press started, the other
 * tabs, the network, the keys of the device.
 * @param pathStream the stream that the page's address names, null for none
 */
export function startPlayer(pathStream: StreamId | null): void {
  if (isStarted) return;
  isStarted = true;
  const remembered = storedPreferences.read();
  if (remembered.volume !== undefined) player.setVolume(remembered.volume);
  rememberChoices();
  joinTabs();
  bindMediaKeys({ play: () => player.play(), pause: () => player.pause() });
  addEventListener('online', () => player.networkChanged());
  addEventListener('offline', () => player.networkChanged());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') player.pageShown();
  });
  addressed = pathStream;
  if (takeOverEarlySound()) return;
  if (pathStream !== null) player.select(pathStream, { autoplay: true });
  else if (!session.getState().isAuthenticated) {
    player.select(remembered.lastStreamId ?? DEFAULT_STREAM, { autoplay: false });
  }
}

/** The listener has moved to another page: an address that names another stream plays it (radio.md §2). */
export function followAddress(pathStream: StreamId | null): void {
  if (!isStarted || pathStream === addressed) return;
  addressed = pathStream;
  if (pathStream !== null) player.select(pathStream, { autoplay: true });
}

function takeOverEarlySound(): boolean {
  const early = window.ondeEarlyPlay?.() ?? null;
  if (early === null || !isStreamId(early.streamId)) return false;
  player.adopt(early.element, early.streamId);
  return true;
}

function rememberChoices(): void {
  let { volume, streamId } = player.getState();
  player.subscribe(() => {
    const now = player.getState();
    if (now.volume !== volume) storedPreferences.write({ volume: now.volume });
    if (now.streamId !== streamId && now.streamId !== null) {
      storedPreferences.write({ lastStreamId: now.streamId });
    }
    ({ volume, streamId } = now);
  });
}
