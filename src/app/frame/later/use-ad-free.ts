import { useEffect } from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';

/** Keeps a member's streams without adverts; a guest's page fetches nothing of it [R52]. */
export function useAdFree(isMember: boolean): void {
  const language = useLanguage();
  useEffect(() => {
    if (!isMember) return;
    let isOver = false;
    let keeper: Disposable | null = null;
    import('#src/features/ad-free/keep-pass.ts').then(
      ({ keepAdFree }) => {
        if (!isOver) keeper = keepAdFree(language);
      },
      // Without its script the usual streams play.
      () => {},
    );
    return () => {
      isOver = true;
      keeper?.[Symbol.dispose]();
    };
  }, [isMember, language]);
}
