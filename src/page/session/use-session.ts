import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useObserved } from '#src/page/browser/use-observed.ts';
import { type SessionState, sessionOf, UNKNOWN_SESSION } from './session-store.ts';

/** The session: guest or member. Unknown while hydrating. */
export function useSession(): SessionState {
  const session = sessionOf(useBrowser());
  return useObserved(session, session.getState, () => UNKNOWN_SESSION);
}
