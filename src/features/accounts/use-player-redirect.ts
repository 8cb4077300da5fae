import { useEffect } from 'react';
import { useSession } from './session/use-session.ts';
import type { AccountDialogs } from './use-account-dialogs.tsx';
import { useWantsPlayer } from './use-wants-player.ts';

/** Opens the login dialog for a guest whom the external player has sent (accounts.md §2). */
export function usePlayerRedirect({ openLogin }: AccountDialogs): void {
  const wantsPlayer = useWantsPlayer();
  const { isLoading, isAuthenticated } = useSession();
  const isAsked = wantsPlayer && !isLoading && !isAuthenticated;
  useEffect(() => {
    if (isAsked) openLogin();
  }, [isAsked, openLogin]);
}
