import { isStreamId } from '#src/contract/streams.ts';
import { VOTES } from '#src/contract/votes.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import type { PendingAct } from './pending-act.ts';

const KEY = 'pending_act';

/**
 * Keeps the act that led to a sign-in while the whole page is at a provider [A105], until the tab is closed.
 */
export function keepAct(storage: BrowserStorage, act: PendingAct | null): void {
  if (act === null) storage.remove(KEY);
  else storage.write(KEY, JSON.stringify(act));
}

/** Returns the act that was kept, once; null without one, or when it cannot be read. */
export function takeAct(storage: BrowserStorage): PendingAct | null {
  const kept = storage.readJson(KEY);
  storage.remove(KEY);
  return typeof kept === 'object' && kept !== null ? parseAct(kept) : null;
}

function parseAct(kept: object): PendingAct | null {
  const {
    kind,
    title,
    vote,
    streamId,
    track,
    userId,
    parentId = null,
  }: Readonly<Record<string, unknown>> = { ...kept };
  const given = VOTES.find((known) => known === vote);
  if (kind === 'vote' && typeof title === 'string' && given) return { kind, title, vote: given };
  if (kind === 'star' && isStreamId(streamId)) return { kind, streamId };
  if (kind === 'deletion' && typeof userId === 'string') return { kind, userId };
  const isParent = parentId === null || typeof parentId === 'number';
  if (kind === 'comment' && typeof track === 'string' && isParent) return { kind, track, parentId };
  return null;
}
