import { useEffect, useEffectEvent } from 'react';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useSession } from '#src/page/session/use-session.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { useOpenDialog } from '#src/ui/dialog/dialogs.tsx';
import { type PendingAct, pendingActOf, usePendingAct } from './pending-act.ts';

/**
 * Finishes a guest's act once they are signed in here and no dialog is open any more [A105]. A sign-in in
 * another tab finishes nothing.
 * @param finish is called with each act; returns whether it was one that the calling component finishes
 */
export function useFinishedAct(finish: (act: PendingAct, user: User) => boolean): void {
  const pendingAct = pendingActOf(useBrowser());
  const act = usePendingAct();
  const { user, isFromOtherTab } = useSession();
  const isFree = useOpenDialog() === null;
  const attempt = useEffectEvent(() => {
    if (act === null || user === null) return;
    // A member asks for the deletion here, whichever tab they signed in in.
    const isOthers = isFromOtherTab && act.kind !== 'deletion';
    if (isOthers || (isFree && finish(act, user))) pendingAct.set(null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what an attempt waits for
  useEffect(attempt, [act, user, isFromOtherTab, isFree]);
}
