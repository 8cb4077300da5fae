import { useEffect, useSyncExternalStore } from 'react';
import { type SessionState, session, UNKNOWN_SESSION } from './session-store.ts';

/** The session: guest or member. Unknown while hydrating. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.getState, () => UNKNOWN_SESSION);
}

/** Keeps the session the same in all tabs. Once a page. */
export function useSessionOfTabs(): void {
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => session.storageChanged(key);
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, []);
}
