import { useEffect } from 'react';
import { systemClock } from '#src/platform/clock/clock.ts';
import { INVITATION_DELAY_MS } from '#src/spec/limits.ts';
import { type InvitationStorage, isInvitationDue, rememberDeclined, rememberInvited } from './invitation.ts';
import { useSession } from './session/use-session.ts';
import type { AccountDialogs } from './use-account-dialogs.tsx';

/** While another dialog is open, the invitation waits its turn. */
const TURN_MS = 5_000;

/** Invites a guest 30 seconds after the page has loaded. */
export function useInvitation({ openInvitation }: AccountDialogs): void {
  const { isAuthenticated, isLoading } = useSession();
  const isGuest = !isAuthenticated && !isLoading;
  useEffect(() => {
    if (!isGuest) return;
    let wait: Disposable;
    const invite = () => {
      if (document.querySelector('dialog[open]') !== null) {
        wait = systemClock.after(TURN_MS, invite);
        return;
      }
      withStorage((storage) => {
        if (!isInvitationDue(storage, Date.now())) return;
        rememberInvited(storage);
        openInvitation(() => withStorage((at) => rememberDeclined(at, Date.now())));
      });
    };
    wait = systemClock.after(Math.max(0, INVITATION_DELAY_MS - performance.now()), invite);
    return () => wait[Symbol.dispose]();
  }, [isGuest, openInvitation]);
}

/** Without storage nobody is invited: nothing would keep it from coming again and again. */
function withStorage(work: (storage: InvitationStorage) => void): void {
  try {
    work({ local: localStorage, session: sessionStorage });
  } catch {
    // Blocked storage.
  }
}
