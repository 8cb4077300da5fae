import { useEffect } from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useAddress } from '#src/page/navigation/navigation-context.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { useSession } from '#src/page/session/use-session.ts';
import { goToPlayer } from './go-to-player.ts';
import { findPlayerRedirect } from './player-redirect.ts';

/** Leads a visitor whom the external player has sent back to it: a member at once, a guest after the login [A14]. */
export function usePlayerRedirect(openLogin: () => void): void {
  const browser = useBrowser();
  const { search } = useAddress();
  const language = useLanguage();
  const { playerHost } = useStation();
  const { isLoading, isAuthenticated } = useSession();
  useEffect(() => {
    if (isLoading) return;
    const player = findPlayerRedirect(search, playerHost);
    if (player === null) return;
    if (isAuthenticated) goToPlayer(browser, player, language);
    else openLogin();
  }, [isLoading, isAuthenticated, search, playerHost, language, openLogin, browser]);
}
