import { useCallback, useEffect, useRef } from 'react';
import { useShownStream } from '#src/features/player/use-shown-stream.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { languageOfPath } from '#src/page/address/address-rules.ts';
import { streamPagePath } from '#src/page/address/paths.ts';
import { useAddress, useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { useSession } from '#src/page/session/use-session.ts';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';

/**
 * Asks a member for missing parts of the account, once a page and part [A34]: the names in a dialog, a missing username
 * alone on its own page. Pages that mails lead to go on by themselves first; a member who signs in in another tab is
 * asked there.
 */
export function useCompletion(): void {
  const { user, isFromOtherTab, needsProfileCompletion, needsPseudoSelection } = useSession();
  const { pathname } = useAddress();
  const navigate = useNavigate();
  const language = useLanguage();
  const streamId = useShownStream(null);
  const askForNames = useNamesDialog();
  const asked = useRef('');
  const lack = needsProfileCompletion ? 'names' : needsPseudoSelection ? 'username' : null;
  const isMailPage = languageOfPath(pathname) === null;
  const userId = user?.id ?? '';

  useEffect(() => {
    const question = `${userId} ${lack}`;
    if (lack === null || isMailPage || isFromOtherTab || asked.current === question) return;
    asked.current = question;
    if (lack === 'names') askForNames();
    else navigate(streamPagePath(language, streamId, 'pseudo-selection'));
  }, [userId, lack, isMailPage, isFromOtherTab, askForNames, navigate, language, streamId]);
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
