import { useEffect } from 'react';
import { useSession } from '#src/page/session/use-session.ts';

/** Keeps what members change the same in all tabs, from the first member on. Once a page. */
export function useMemberChanges(): void {
  const { isAuthenticated } = useSession();
  useEffect(() => {
    // Without it each tab asks for itself, when it shows something anew.
    if (isAuthenticated) import('./member-changes.ts').catch(() => {});
  }, [isAuthenticated]);
}
