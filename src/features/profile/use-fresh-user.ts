import { useEffect } from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { session } from '#src/page/session/session-store.ts';

/** Learns what the member has changed on another device since this browser stored them. Once a page. */
export function useFreshUser(): void {
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is no reason to ask again
  useEffect(() => {
    const stored = session.getState().user;
    if (stored === null) return;
    import('./profile-calls.ts')
      .then(({ loadProfile }) => loadProfile(language))
      .then((user) => {
        // Signed out, or changed here meanwhile: the answer is older than that.
        if (session.getState().user === stored) session.updateUser(user);
      })
      // What is stored serves until the next page.
      .catch(() => {});
  }, []);
}
