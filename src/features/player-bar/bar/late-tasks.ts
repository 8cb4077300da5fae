import { useEffect } from 'react';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { useFinishedAct } from '#src/features/accounts/gate/use-finished-act.ts';
import { useSessionMessage } from '#src/features/accounts/sessions/use-session-message.ts';
import { useGivenUpSignIn } from '#src/features/accounts/social-buttons/left-for-provider.ts';
import { playerOf } from '#src/features/player/engine/player-store.ts';
import { isHlsWanted } from '#src/features/player/state/transport-wish.ts';
import { useChooseFavorite } from '#src/features/preferences/store/use-choose-favorite.ts';
import { useCastVote } from '#src/features/votes/vote-button.tsx';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useLostFocus } from '#src/page/lost-focus.ts';

/**
 * What each page with a player does by itself when nothing else is to be done: keep the focus near what is gone [R92],
 * say that a session is over, forget a sign-in that came to nothing [A33], finish the vote or the star that led a guest
 * to sign in [A105], have the scripts for segments there before the press of whoever hears those [R192]. Shows nothing.
 * Inside of the dialogs' provider.
 */
export function LateTasks(): null {
  const browser = useBrowser();
  useLostFocus();
  const castVote = useCastVote();
  const chooseFavorite = useChooseFavorite();
  useSessionMessage(useAccountDialogs().openLogin);
  useGivenUpSignIn();
  useFinishedAct((act, { id }) => {
    if (act.kind === 'vote') castVote({ userId: id, title: act.title, vote: act.vote });
    else if (act.kind === 'star') chooseFavorite(act.streamId);
    else return false;
    return true;
  });
  useEffect(() => {
    if (isHlsWanted(browser.storage, browser.clock.nowMs())) playerOf(browser).prepare();
  }, [browser]);
  return null;
}
