import { useObserved } from '#src/page/browser/use-observed.ts';
import { AD_FREE_KEY } from '#src/page/session/session-storage.ts';
import { browserStorage } from '#src/page/storage/browser-storage.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { AudioPool } from './audio-pool.ts';
import { PlayerEngine } from './player-engine.ts';
import { INITIAL_PLAYER_STATE, type PlayerState } from './player-state.ts';
import { PlayingTab } from './playing-tab.ts';
import { createConnectionName, StreamAddresses } from './stream-address.ts';

/** Where the player's streams are; known once the page is ready. */
export const streamAddresses = new StreamAddresses();

/** The page's audio elements; previews take theirs from here too. */
export const audioPool = new AudioPool(() => new Audio());

let tab: PlayingTab | null = null;

/** The page's one player. On the server it exists but never sounds. */
export const player = new PlayerEngine({
  clock: systemClock,
  pool: audioPool,
  streamUrl: (streamId) =>
    streamAddresses.urlOf(streamId, createConnectionName(), browserStorage.read(AD_FREE_KEY)),
  isOnline: () => navigator.onLine,
  random: Math.random,
  log: (message) => console.warn(`player: ${message}`),
  stopOthers() {
    for (const media of document.querySelectorAll<HTMLMediaElement>('audio, video')) media.pause();
  },
  takeTurn: () => tab?.take(),
});

/** Lets other tabs silence this one from now on. */
export function joinTabs(): void {
  tab ??= new PlayingTab(() => player.yieldTurn());
}

/**
 * Reads the player's state in a component. On the server and while hydrating it is the initial one: nothing plays, no
 * stream is chosen.
 * @param selector gives a value that is equal (`Object.is`) as long as nothing of interest has changed
 */
export function usePlayer<T>(selector: (state: PlayerState) => T): T {
  return useObserved(
    player,
    () => selector(player.getState()),
    () => selector(INITIAL_PLAYER_STATE),
  );
}
