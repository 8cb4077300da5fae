import { DEFAULT_STREAM, type StreamId } from '#src/contract/streams.ts';
import { AudioPool } from '#src/features/player/sound/audio-pool.ts';
import { createConnectionName, StreamAddresses } from '#src/features/player/sound/stream-address.ts';
import { INITIAL_PLAYER_STATE, type PlayerState } from '#src/features/player/state/player-state.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useSelected } from '#src/page/browser/use-observed.ts';
import { adFreeTokenOf } from '#src/page/session/session-store.ts';
import { fetchJson } from '#src/page/wire/call-wire.ts';
import { importLate } from './import-late.ts';
import { PlayerEngine } from './player-engine.ts';
import { PlayingTab } from './playing-tab.ts';

/** The addresses of the streams; known once the page is ready. */
export const streamAddressesOf = onePerPage(() => new StreamAddresses());

/** The page's audio elements; previews take theirs from here too. */
export const audioPoolOf = onePerPage(() => new AudioPool(() => new Audio()));

/** The page's player. On the server it exists but never sounds. */
export const playerOf = onePerPage((browser) => {
  const addresses = streamAddressesOf(browser);
  return new PlayerEngine({
    clock: browser.clock,
    pool: audioPoolOf(browser),
    streamUrl: (streamId) => addresses.urlOf(streamId, createConnectionName(), adFreeTokenOf(browser)),
    fetchJson,
    storage: browser.storage,
    whenLate: (use, isNeeded) =>
      importLate(
        browser.clock,
        () => import('#src/features/player/sound/chosen-sound.ts').then((script) => script.ChosenSound),
        use,
        isNeeded,
      ),
    isOnline: () => navigator.onLine,
    random: Math.random,
    log: (message) => console.warn(`player: ${message}`),
    stopOthers() {
      for (const media of document.querySelectorAll<HTMLMediaElement>('audio, video')) media.pause();
    },
    silenceOtherTabs: () => playingTabOf(browser).silenceOthers(),
  });
});

/** This tab among the others. Once it is made, they can silence this one, and so can whoever silences all of it. */
export const playingTabOf = onePerPage((browser) => {
  const tab = new PlayingTab(browser);
  tab.subscribe(() => playerOf(browser).fallSilent());
  return tab;
});

/**
 * Reads the player's state in a component. On the server and while hydrating it is the initial one: nothing
 * plays, no stream is chosen.
 * @param selector gives a value that is equal (`Object.is`) as long as nothing of interest has changed
 */
export function usePlayer<T>(selector: (state: PlayerState) => T): T {
  return useSelected(playerOf(useBrowser()), INITIAL_PLAYER_STATE, selector);
}

/** The stream that the player is about: the chosen one, else the address's, else dance. */
export function useShownStream(pathStream: StreamId | null): StreamId {
  return usePlayer((state) => state.streamId ?? pathStream ?? DEFAULT_STREAM);
}
