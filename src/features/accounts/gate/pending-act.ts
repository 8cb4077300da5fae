import type { StreamId } from '#src/contract/streams.ts';
import type { Vote } from '#src/contract/votes.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useObserved } from '#src/page/browser/use-observed.ts';
import { ObservableValue } from '#src/platform/observable/observable.ts';

/**
 * What somebody has asked for that needs a sign-in, and finishes after it: a guest what members can do [A105], a member
 * the deletion that asks for another sign-in [A107].
 */
export type PendingAct =
  /** `title` is the full title at the press: another track may be on air after the sign-in. */
  | { readonly kind: 'vote'; readonly title: string; readonly vote: Vote }
  | { readonly kind: 'star'; readonly streamId: StreamId }
  /** `parentId` is the comment that is answered; null for a comment of its own. */
  | { readonly kind: 'comment'; readonly track: string; readonly parentId: number | null }
  /** Of that member's account: whoever comes back as somebody else has asked for nothing. */
  | { readonly kind: 'deletion'; readonly userId: string };

/** The act that led to the open dialog; null for a dialog that was opened for itself. */
export const pendingActOf = onePerPage(() => new ObservableValue<PendingAct | null>(null));

export function usePendingAct(): PendingAct | null {
  const pendingAct = pendingActOf(useBrowser());
  return useObserved(pendingAct, pendingAct.read, () => null);
}
