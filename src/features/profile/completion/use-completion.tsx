import { useCallback, useEffect, useRef } from 'react';
import { TOAST_MS } from '#src/contract/limits.ts';
import { usePendingAct } from '#src/features/accounts/gate/pending-act.ts';
import { useShownStream } from '#src/features/player/engine/player-store.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { streamPagePath } from '#src/page/address/paths.ts';
import { useAddress, useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { useSession } from '#src/page/session/use-session.ts';
import { TypingWatch } from '#src/page/watch-typing.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { useOpenDialog } from '#src/ui/dialog/dialogs.tsx';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';

/** Pause in which the act is seen to be done, or a comment's dialog opens, before anything else is asked. */
const PAUSE_AFTER_ACT_MS = TOAST_MS;

/**
 * Asks a member for missing parts of the account, each once a page [A34]: names in a dialog, a missing
 * username alone on its own page. Pages that mails lead to do not ask, since they go on by themselves; a
 * member who signs in in another tab is asked there. Members who signed in to finish an act are asked in the
 * dialog, once it is finished [A105]. A member who comes is asked at once, in whatever field the page or the
 * sign-in leaves them; nobody else is while they type.
 */
export function useCompletion(): void {
  const { user, isFromOtherTab, needsProfileCompletion, needsUsername } = useSession();
  const act = usePendingAct();
  const isFree = useOpenDialog() === null;
  const cameToAct = useRef(false);
  const { pathname } = useAddress();
  const navigate = useNavigate();
  const language = useLanguage();
  const streamId = useShownStream(null);
  const askForNames = useNamesDialog();
  const asked = useRef('');
  const known = useRef('');
  const lack = needsProfileCompletion ? 'names' : needsUsername ? 'username' : null;
  // /validate-email, /reset-password
  const isMailPage = /^\/(va|re)/.test(pathname);
  const userId = user?.id ?? '';

  useEffect(() => {
    if (userId !== '' && act !== null) cameToAct.current = true;
    const isAfterAct = cameToAct.current;
    // A mail's link signs in on its page, a registration in its dialog: both go by themselves.
    if (isMailPage || (!isFree && (isAfterAct || lack === 'username'))) return;
    const comes = known.current !== userId;
    known.current = userId;
    const question = `${userId} ${lack}`;
    if (lack === null || isFromOtherTab || asked.current === question) return;
    if (isAfterAct && act !== null) return;
    const typing = new TypingWatch(document, systemClock);
    const ask = () => {
      asked.current = question;
      if (isAfterAct || lack === 'names') askForNames();
      else navigate(streamPagePath(language, streamId, 'pseudo-selection'));
    };
    const askWhenQuiet = () => typing.whenQuiet(ask);
    const wait = isAfterAct ? systemClock.after(PAUSE_AFTER_ACT_MS, askWhenQuiet) : null;
    if (wait === null) {
      if (comes) ask();
      else askWhenQuiet();
    }
    return () => {
      wait?.[Symbol.dispose]();
      typing[Symbol.dispose]();
    };
  }, [userId, lack, act, isFree, isMailPage, isFromOtherTab, askForNames, navigate, language, streamId]);
}

function useNamesDialog(): () => void {
  const open = useFetchedDialogs();
  return useCallback(
    () =>
      open(['accounts'], async () => {
        const { ProfileCompletionDialog } = await import('./profile-completion-dialog.tsx');
        return <ProfileCompletionDialog />;
      }),
    [open],
  );
}
