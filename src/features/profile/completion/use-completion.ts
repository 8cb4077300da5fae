import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useShownStream } from '#src/features/player/use-shown-stream.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { languageOfPath } from '#src/page/address/address-rules.ts';
import { useSession } from '#src/page/session/use-session.ts';
import type { AccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';

/**
 * Asks a member for what their account lacks, once a page and lack (accounts.md §4): the names in a dialog, a missing
 * username alone on its own page. Pages that mails lead to go on by themselves first; who signs in in another tab is
 * asked there.
 */
export function useCompletion({ openProfileCompletion }: AccountDialogs): void {
  const { user, isFromOtherTab, needsProfileCompletion, needsPseudoSelection } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const language = useLanguage();
  const streamId = useShownStream(null);
  const asked = useRef('');
  const lack = needsProfileCompletion ? 'names' : needsPseudoSelection ? 'username' : null;
  const isMailPage = languageOfPath(pathname) === null;
  const userId = user?.id ?? '';

  useEffect(() => {
    const question = `${userId} ${lack}`;
    if (lack === null || isMailPage || isFromOtherTab || asked.current === question) return;
    asked.current = question;
    if (lack === 'names') openProfileCompletion();
    else navigate(`/${language}/${streamId}/pseudo-selection`);
  }, [userId, lack, isMailPage, isFromOtherTab, openProfileCompletion, navigate, language, streamId]);
}
