import { useEffect, useRef } from 'react';
import { INVITATION_DELAY_MS } from '#src/contract/limits.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { TypingWatch } from '#src/page/watch-typing.ts';
import { useOpenDialog } from '#src/ui/dialog/dialogs.tsx';
import type { OpenInvitation } from './invite.ts';

/** One dialog does not jump out of another one [A62]. */
const PAUSE_AFTER_DIALOG_MS = 5_000;

/**
 * Invites a guest 30 seconds after the page has loaded, or later when another dialog is open or somebody
 * types then. Who was a member in this page is not invited [A61, A62].
 */
export function useInvitation(openInvitation: OpenInvitation): void {
  const browser = useBrowser();
  const { wasMember, isLoading } = useSession();
  const isGuest = !wasMember && !isLoading;
  const isFree = useOpenDialog() === null;
  const pauseMs = useRef(0);
  useEffect(() => {
    if (!isFree) pauseMs.current = PAUSE_AFTER_DIALOG_MS;
    if (!isGuest || !isFree) return;
    const delayMs = Math.max(pauseMs.current, INVITATION_DELAY_MS - performance.now());
    const typing = new TypingWatch(document, browser.clock);
    let isOver = false;
    const invite = async () => {
      const file = await import('./invite.ts');
      // By the time that the script has come another dialog may be open, or somebody types.
      if (!isOver) typing.whenQuiet(() => file.invite(browser, openInvitation));
    };
    // Where the script does not load, there is no invitation.
    const wait = browser.clock.after(delayMs, () => typing.whenQuiet(() => void invite().catch(() => {})));
    return () => {
      isOver = true;
      wait[Symbol.dispose]();
      typing[Symbol.dispose]();
    };
  }, [browser, isGuest, isFree, openInvitation]);
}
