import { useEffect } from 'react';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { useSession } from '#src/page/session/use-session.ts';

/** Notes what a member listens to, who wants it [A67]. Without its script nothing is noted. */
export function useDiaryNotes(): void {
  const browser = useBrowser();
  const { streams } = useStation();
  const { isAuthenticated } = useSession();
  useEffect(() => {
    if (!isAuthenticated) return;
    import('#src/features/diary/recording/keep-diary.ts').then(
      ({ diaryKeeperOf }) => {
        diaryKeeperOf(browser).streams = streams;
      },
      () => {},
    );
  }, [browser, isAuthenticated, streams]);
}
