import { useEffect } from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { whenReachable } from '#src/page/navigation/when-reachable.ts';

/**
 * Keeps a member's streams without adverts [R52]; a guest's page fetches nothing of it.
 * @param handed the token of a session elsewhere, which the player was handed [A80]
 */
export function useAdFree(userId: string | null, handed: string | null = null): void {
  const browser = useBrowser();
  const language = useLanguage();
  const isWanted = userId !== null || handed !== null;
  const token = userId !== null ? null : handed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pass of one member is not for the next one
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    let keeper: Disposable | null = null;
    whenReachable(() => import('./keep-ad-free.ts')).then(
      ({ keepAdFree }) => {
        if (!isOver) keeper = keepAdFree(browser, language, token);
      },
      // Without the script, streams play as for guests.
      () => {},
    );
    return () => {
      isOver = true;
      keeper?.[Symbol.dispose]();
    };
  }, [browser, userId, isWanted, token, language]);
}
