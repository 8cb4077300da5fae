import { DEFAULT_STREAM } from '#src/contract/streams.ts';
import { streamAddressesOf } from '#src/features/player/engine/player-store.ts';
import { startPlayer } from '#src/features/player-bar/start-player.ts';
import { preferencesOf } from '#src/features/preferences/store/preference-store.ts';
import { startPreferences } from '#src/features/preferences/store/start-preferences.ts';
import { type Address, languageOfPath, streamOfPath } from '#src/page/address/address-rules.ts';
import { homePath, smallPlayerPath } from '#src/page/address/paths.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import type { Shown } from '#src/page/navigation/navigator.ts';
import { whenReachable } from '#src/page/navigation/when-reachable.ts';
import { stayHere } from '#src/page/session/end-session.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import type { OpenPage } from './open-page.ts';

/**
 * The root of a document: brings to life what its pages share, in this order: session, preferences, player.
 * What only some visits need is made when it is first asked for (`onePerPage`).
 * @returns what follows each page that is shown, until the next one. The first call starts everything: the
 * page hears then.
 */
export function startBrowser(browser: Browser): (shown: Shown<OpenPage>) => Disposable | null {
  let follow: ReturnType<typeof start> | null = null;
  return ({ page, address }) => {
    // A small player without a stream has nothing to start.
    if (page.route.isBare && page.problem !== null) return null;
    follow ??= start(browser);
    return follow(page, address);
  };
}

function start(browser: Browser) {
  followSession(browser);
  startPreferences(browser);
  let followAddress: ReturnType<typeof startPlayer> | null = null;
  return (page: OpenPage, { pathname, search }: Address): Disposable => {
    const { route, station } = page;
    const { streamId } = page.params;
    const whereabouts = {
      language: languageOfPath(pathname),
      streamId,
      pathname,
      wantsPlayer: wantsPlayer(search, station.playerHost),
    };
    preferencesOf(browser).dispatch({ type: 'moved', whereabouts });
    streamAddressesOf(browser).know(station.streams);
    const pathStream = route.isBare ? (streamId ?? DEFAULT_STREAM) : streamOfPath(pathname);
    // In a task of its own: what a page does first, together, is long enough for a phone.
    return browser.clock.after(0, () => {
      followAddress ??= startPlayer(browser, pathStream, playerWays(browser, page));
      followAddress(pathStream);
    });
  };
}

/**
 * Whether an address asks to be sent back to the external player. No more than a hint: `findPlayerRedirect`
 * decides.
 */
function wantsPlayer(search: string, playerHost: string): boolean {
  return Boolean(new URLSearchParams(search).get('redirect')?.startsWith(playerHost));
}

/**
 * The member is the same in all tabs, and so is what they change. A page that comes back out of the browser's history
 * has heard of nothing meanwhile [A60].
 */
function followSession(browser: Browser): void {
  const session = sessionOf(browser);
  addEventListener('storage', ({ key }) => session.storageChanged(key));
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    stayHere(browser);
    session.storageChanged(null);
  });
  const followMember = () => {
    if (!session.getState().isAuthenticated) return;
    // Without it each tab asks for itself, when it shows something anew.
    import('#src/page/wire/member-changes.ts')
      .then(({ memberChangesOf }) => memberChangesOf(browser))
      .catch(() => {});
  };
  session.subscribe(followMember);
  followMember();
}

/** The small player is a page of its own, and offers no episodes. */
function playerWays(browser: Browser, { route, language }: OpenPage): Parameters<typeof startPlayer>[2] {
  if (route.isBare) return { openStream: (streamId) => browser.navigate(smallPlayerPath(streamId)) };
  return {
    openStream: (streamId) => browser.navigate(homePath(language, streamId), { keepsScroll: true }),
    // Without its script the radio plays all the same.
    offerEpisode: () =>
      void whenReachable(() => import('#src/features/podcasts/episode-in-bar.tsx'))
        .then((file) => file.offerEpisode(browser))
        .catch(() => {}),
  };
}
