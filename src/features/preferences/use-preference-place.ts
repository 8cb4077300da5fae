import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { isStreamId } from '#src/contract/streams.ts';
import { languageOfPath } from '#src/page/address/address-rules.ts';
import { homePath } from '#src/page/address/paths.ts';
import { followPreferences, preferenceEngine } from './preference-store.ts';
import { startPreferences } from './start-preferences.ts';

/** Tells the preferences where the reader is, and goes where they lead. Once a page. */
export function usePreferencePlace(wantsPlayer: boolean): void {
  const { pathname } = useLocation();
  const { streamId } = useParams();
  const navigate = useNavigate();

  useEffect(() => {
    startPreferences();
    const place = {
      language: languageOfPath(pathname),
      streamId: isStreamId(streamId) ? streamId : null,
      pathname,
      wantsPlayer,
    };
    preferenceEngine.dispatch({ type: 'moved', place });
  }, [pathname, streamId, wantsPlayer]);

  useEffect(
    () => followPreferences(({ language, streamId: target }) => navigate(homePath(language, target))),
    [navigate],
  );
}
