import { useEffect, useEffectEvent } from 'react';
import type { Language } from '#src/contract/languages.ts';
import { CALL_TIMEOUT_MS } from '#src/contract/limits.ts';
import { isSyncedAtOnce } from '#src/features/accounts/gate/brought-member.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { type Browser, onePerPage } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { isLeaving } from '#src/page/session/end-session.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { useSession } from '#src/page/session/use-session.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { inTime } from '#src/page/wire/in-time.ts';
import { ObservableValue } from '#src/platform/observable/observable.ts';
import { findPlayerRedirect } from './player-redirect.ts';

/**
 * The token that was last sent to the player, since both the sign-in and the page's address send it there.
 */
const goingWithOf = onePerPage(() => new ObservableValue<string | null>(null));

/**
 * Sends the browser to the external player as the signed-in member, once the sync that follows a sign-in is
 * over [A87]. Each session is sent once; the member arrives as a guest if handing over takes longer than a
 * call may. The back button does not lead there again.
 */
export async function goToPlayer(browser: Browser, player: URL, language: Language): Promise<void> {
  const session = sessionOf(browser);
  const goingWith = goingWithOf(browser);
  const token = session.getToken();
  if (token === goingWith.read()) return;
  goingWith.set(token);
  await syncEndOf(browser).read();
  const { user } = session.getState();
  if (user === null) return;
  const handOver = async (signal: AbortSignal) =>
    (await import('./hand-over.ts')).handOver(browser, { player, user, language, signal });
  const address = await inTime(handOver).catch(() => player.href);
  // A session that was found dead meanwhile is being told of, where the login is offered [A37].
  if (!isLeaving(browser)) location.replace(address);
}

/**
 * Resolves when the server has answered the sync that follows a sign-in, or has not within the time of a call
 * [A87]; at once if nobody has signed in on this page.
 */
export const syncEndOf = onePerPage(() => new ObservableValue<Promise<void>>(Promise.resolve()));

/**
 * Notes that a sync of the preferences follows a sign-in here [A54], where one does at once.
 * @param at where the sync says how it went
 */
export function expectSync(browser: Browser, user: User, at: EventTarget = window): void {
  if (!isSyncedAtOnce(browser, user)) return;
  const end = new Promise<void>((resolve) => {
    const over = () => resolve();
    for (const said of ['preferences-synced', 'preferences-unsynced'])
      at.addEventListener(said, over, { once: true });
    // Its script may not come.
    AbortSignal.timeout(CALL_TIMEOUT_MS).addEventListener('abort', over);
  });
  syncEndOf(browser).set(end);
}

/**
 * Leads a visitor whom the external player has sent back to it: a member at once, a guest after the login
 * [A14].
 */
export function usePlayerRedirect(openLogin: () => void): void {
  const browser = useBrowser();
  const { search } = useAddress();
  const language = useLanguage();
  const { playerHost } = useStation();
  const { isLoading, isAuthenticated, isFromOtherTab } = useSession();
  const lead = useEffectEvent(() => {
    const player = findPlayerRedirect(search, playerHost);
    // What happens in another tab leads nowhere in this one [A60].
    if (player === null || isFromOtherTab) return;
    if (isAuthenticated) goToPlayer(browser, player, language);
    else openLogin();
  });
  // Not at a change of language: who has closed the login reads on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what leads on
  useEffect(() => {
    if (!isLoading) lead();
  }, [isLoading, isAuthenticated, search, playerHost]);
}
