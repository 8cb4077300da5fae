import { useEffect } from 'react';
import { player } from '#src/features/player/player-store.ts';
import { languageOfPath } from '#src/page/address/address-rules.ts';
import { homePath } from '#src/page/address/paths.ts';
import { useAddress, useNavigate, useParams } from '#src/page/navigation/navigation-context.tsx';
import { followPreferences, preferenceEngine } from './preference-store.ts';
import { startPreferences } from './start-preferences.ts';

/** Gives the preferences the reader's whereabouts, and goes where they lead. Once a page. */
export function useFollowPreferences(wantsPlayer: boolean): void {
  const { pathname } = useAddress();
  const { streamId } = useParams();
  const navigate = useNavigate();

  useEffect(() => {
    startPreferences();
    const whereabouts = {
      language: languageOfPath(pathname),
      streamId,
      pathname,
      wantsPlayer,
    };
    preferenceEngine.dispatch({ type: 'moved', whereabouts });
  }, [pathname, streamId, wantsPlayer]);

  useEffect(
    () =>
      followPreferences(({ language, streamId: target }) => {
        // At once, although its address does so too [R6]: what plays now is not opened anew before.
        if (target !== preferenceEngine.getState().whereabouts.streamId)
          player.select(target, { autoplay: true });
        navigate(homePath(language, target));
      }),
    [navigate],
  );
}
