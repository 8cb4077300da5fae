import { useEffect } from 'react';
import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { useFinishedAct } from '#src/features/accounts/gate/use-finished-act.ts';
import { useSessionMessage } from '#src/features/accounts/sessions/use-session-message.ts';
import { useGivenUpSignIn } from '#src/features/accounts/social-buttons/left-for-provider.ts';
import { playerOf, usePlayer } from '#src/features/player/engine/player-store.ts';
import { PAUSED_KEY } from '#src/features/player/state/player-state.ts';
import { isHlsWanted } from '#src/features/player/state/transport-wish.ts';
import { useChooseFavorite } from '#src/features/preferences/store/use-choose-favorite.ts';
import { useCastVote } from '#src/features/votes/vote-button.tsx';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useLostFocus } from '#src/page/lost-focus.ts';

/**
 * What each page with a player does by itself when nothing else is to be done: keep the focus near what is gone
 * [R92], keep what is paused [R6], say that a session is over, forget a sign-in that came to nothing [A33], finish the
 * vote or the star that led a guest to sign in [A105], have the scripts for segments there before the press of whoever
 * hears those [R192]. Shows nothing. Inside of the dialogs' provider.
 */
export function LateTasks(): null {
  const browser = useBrowser();
  useLostFocus();
  usePauseKept();
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

/** Keeps in this tab which stream is paused, for when its page is loaded again [R6]. */
function usePauseKept(): void {
  const { tabStorage } = useBrowser();
  // What gave way to a preview was not paused by its listener.
  // As long as nothing was asked for in a page that was loaded again, what was paused in it still is.
  const paused = usePlayer(({ phase, preview, streamId }) => {
    if (phase === 'idle') return null;
    return phase === 'paused' && !preview?.resume ? streamId : '';
  });
  useEffect(() => {
    if (paused === null) return;
    const keep = () => tabStorage.write(PAUSED_KEY, paused);
    keep();
    // A page that was left while a video played has said otherwise, and may come back out of the history [R26].
    addEventListener('pageshow', keep);
    return () => removeEventListener('pageshow', keep);
  }, [paused, tabStorage]);
}
