import { useEffect } from 'react';
import { INVITATION_DELAY_MS } from '#src/contract/limits.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import type { OpenInvitation } from './invite.ts';

/** While another dialog is open, the invitation waits its turn. */
const TURN_MS = 5_000;

/** Invites a guest 30 seconds after the page has loaded; nobody who was a member in it. */
export function useInvitation(openInvitation: OpenInvitation): void {
  const { wasMember, isLoading } = useSession();
  const isGuest = !wasMember && !isLoading;
  useEffect(() => {
    if (!isGuest) return;
    let wait: Disposable;
    const takeTurn = () => {
      if (document.querySelector('dialog[open]') !== null) wait = systemClock.after(TURN_MS, takeTurn);
      // A part that does not come is an invitation less.
      else import('./invite.ts').then(({ invite }) => invite(openInvitation)).catch(() => {});
    };
    wait = systemClock.after(Math.max(0, INVITATION_DELAY_MS - performance.now()), takeTurn);
    return () => wait[Symbol.dispose]();
  }, [isGuest, openInvitation]);
}
