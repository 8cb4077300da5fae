import { useEffect } from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { sessionOf } from '#src/page/session/session-store.ts';

/** Fetches, once a page, what the member changed on another device since this browser stored the user. */
export function useFreshUser(): void {
  const browser = useBrowser();
  const session = sessionOf(browser);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is no reason to ask again
  useEffect(() => {
    const stored = session.getState().user;
    if (stored === null) return;
    import('./profile-calls.ts')
      .then(({ loadProfile }) => loadProfile(browser, language))
      .then((user) => {
        // After a sign-out or a change made here, the answer is outdated.
        if (session.getState().user === stored) session.updateUser(user);
      })
      // Without an answer the stored user stays until the next page.
      .catch(() => {});
  }, []);
}
