import { useSyncExternalStore } from 'react';
import type { StreamId } from '#src/contract/streams.ts';
import type { Vote } from '#src/contract/votes.ts';

/** What a guest has asked for that members can do, and finishes once they are signed in [A105]. */
export type PendingAct =
  /** `title` is the full title at the press: another track may be on air after the sign-in. */
  | { readonly kind: 'vote'; readonly title: string; readonly vote: Vote }
  | { readonly kind: 'star'; readonly streamId: StreamId }
  /** `parentId` is the comment that is answered; null for a comment of its own. */
  | { readonly kind: 'comment'; readonly track: string; readonly parentId: number | null };

let act: PendingAct | null = null;
const listeners = new Set<() => void>();

/** The act that the open dialog was asked for, one at a time; null for a dialog that somebody opened by itself. */
export const pendingAct = {
  read: (): PendingAct | null => act,
  set(next: PendingAct | null): void {
    act = next;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

export function usePendingAct(): PendingAct | null {
  return useSyncExternalStore(pendingAct.subscribe, pendingAct.read, () => null);
}
