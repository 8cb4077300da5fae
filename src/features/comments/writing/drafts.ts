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

/** What a member was writing. */
interface Draft {
  readonly text: string;
  /** When it was sent first, to which no answer has come: it may be there all the same. */
  readonly unansweredMs: number | null;
}
const NO_DRAFT: Draft = { text: '', unansweredMs: null };

/**
 * Keeps what a member is writing until it is posted or given up: a session may end, or the page be left, in
 * the middle of a sentence. Somebody else who signs in is not shown it.
 */
export function keepDraft(storage: BrowserStorage, target: DraftTarget, { text, unansweredMs }: Draft): void {
  if (text.trim() === '') {
    forgetDraft(storage, target);
    return;
  }
  const draft = { by: target.userId, text, ...(unansweredMs !== null && { unanswered: unansweredMs }) };
  storage.write(keyOf(target), JSON.stringify(draft));
}

/** Reads a draft; an empty one without one. */
export function readDraft(storage: BrowserStorage, target: DraftTarget): Draft {
  const draft: unknown = storage.readJson(keyOf(target));
  if (typeof draft !== 'object' || draft === null) return NO_DRAFT;
  const { by, text, unanswered }: { readonly [Name in 'by' | 'text' | 'unanswered']?: unknown } = draft;
  if (by !== target.userId || typeof text !== 'string') return NO_DRAFT;
  return { text, unansweredMs: typeof unanswered === 'number' ? unanswered : null };
}

export function forgetDraft(storage: BrowserStorage, target: DraftTarget): void {
  storage.remove(keyOf(target));
}

function keyOf({ track, parentId }: DraftTarget): string {
  return `${KEY}:${parentId ?? ''}:${track}`;
}
