import { useEffect, useState } from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { takeArrival } from '#src/page/session/sign-in-arrival.ts';
import { inTime } from '#src/page/wire/in-time.ts';

/**
 * The token of a session that the player was handed in its address [A15]; null without one. It signs nobody
 * in here, since anybody may write such an address. A token in the fragment is exchanged for a session, once;
 * it is dropped if the member is signed in already.
 */
export function useHandedToken(): string | null {
  const browser = useBrowser();
  const session = sessionOf(browser);
  const language = useLanguage();
  const [token, setToken] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an address brings it once
  useEffect(() => {
    const arrival = takeArrival();
    const handed = arrival?.values.get('token');
    if (!handed || session.getState().isAuthenticated) return;
    if (arrival?.part === 'query') return setToken(handed);
    inTime(async (signal) =>
      (await import('./hand-over.ts')).exchangeHandOver(browser, handed, language, signal),
    ).then(
      (signedIn) => setToken(signedIn.token),
      // Without a living token the usual streams play.
      () => {},
    );
  }, []);
  return token;
}
