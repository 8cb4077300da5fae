import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';

const KEY = 'comment_draft';

/** Whose draft it is, and what it comments on. */
export interface DraftTarget {
  readonly userId: string;
  /** Full title of the track. */
  readonly track: string;
  /** The comment that is replied to; null for a comment of its own. */
  readonly parentId: number | null;
}

/**
 * Keeps what a member is writing until it is posted or given up: a session may end, or the page be left, in
 * the middle of a sentence. Somebody else who signs in is not shown it.
 */
export function keepDraft(storage: BrowserStorage, target: DraftTarget, text: string): void {
  if (text.trim() === '') forgetDraft(storage, target);
  else storage.write(keyOf(target), JSON.stringify({ by: target.userId, text }));
}

/** Reads a draft; empty without one. */
export function readDraft(storage: BrowserStorage, target: DraftTarget): string {
  const draft: unknown = storage.readJson(keyOf(target));
  if (typeof draft !== 'object' || draft === null) return '';
  const { by, text }: { readonly by?: unknown; readonly text?: unknown } = draft;
  return by === target.userId && typeof text === 'string' ? text : '';
}

export function forgetDraft(storage: BrowserStorage, target: DraftTarget): void {
  storage.remove(keyOf(target));
}

function keyOf({ track, parentId }: DraftTarget): string {
  return `${KEY}:${parentId ?? ''}:${track}`;
}
