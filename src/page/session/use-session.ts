import { useEffect } from 'react';
import { useObserved } from '#src/page/browser/use-observed.ts';
import { type SessionState, session, UNKNOWN_SESSION } from './session-store.ts';

/** The session: guest or member. Unknown while hydrating. */
export function useSession(): SessionState {
  return useObserved(session, session.getState, () => UNKNOWN_SESSION);
}

/** Keeps the session the same in all tabs. Once a page. */
export function useSessionOfTabs(): void {
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => session.storageChanged(key);
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, []);
}
