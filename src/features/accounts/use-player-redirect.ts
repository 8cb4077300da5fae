import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useStation } from '#src/features/on-air/station-context.tsx';
import { findPlayerRedirect } from './player-redirect.ts';
import { useSession } from './session/use-session.ts';
import type { AccountDialogs } from './use-account-dialogs.tsx';

/** Whether the address asks to be sent back to the external player. */
export function useWantsPlayer(): boolean {
  const { search } = useLocation();
  const { playerHost } = useStation();
  return findPlayerRedirect(search, playerHost) !== null;
}

/** Opens the login dialog for a guest whom the external player has sent (accounts.md §2). */
export function usePlayerRedirect({ openLogin }: AccountDialogs): void {
  const wantsPlayer = useWantsPlayer();
  const { isLoading, isAuthenticated } = useSession();
  const isAsked = wantsPlayer && !isLoading && !isAuthenticated;
  useEffect(() => {
    if (isAsked) openLogin();
  }, [isAsked, openLogin]);
}
