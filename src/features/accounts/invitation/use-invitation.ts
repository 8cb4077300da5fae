import { useEffect, useRef } from 'react';
import { INVITATION_DELAY_MS } from '#src/contract/limits.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { useOpenDialog } from '#src/ui/dialog/dialogs.tsx';
import type { OpenInvitation } from './invite.ts';

/** One dialog does not jump out of another one. */
const PAUSE_AFTER_DIALOG_MS = 5_000;

/**
 * Invites a guest 30 seconds after the page has loaded, or later when another dialog is open then. Somebody who was a
 * member in this page is not invited [A61, A62].
 */
export function useInvitation(openInvitation: OpenInvitation): void {
  const { wasMember, isLoading } = useSession();
  const isGuest = !wasMember && !isLoading;
  const isFree = useOpenDialog() === null;
  const pauseMs = useRef(0);
  useEffect(() => {
    if (!isFree) pauseMs.current = PAUSE_AFTER_DIALOG_MS;
    if (!isGuest || !isFree) return;
    const delayMs = Math.max(pauseMs.current, INVITATION_DELAY_MS - performance.now());
    const wait = systemClock.after(delayMs, () => {
      // Where the script does not load, there is no invitation.
      import('./invite.ts').then(({ invite }) => invite(openInvitation)).catch(() => {});
    });
    return () => wait[Symbol.dispose]();
  }, [isGuest, isFree, openInvitation]);
}
