import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';

const KEY = 'comment_draft';

/** Whose words they are, and what they are for. */
export interface DraftPlace {
  readonly userId: string;
  /** Full title of the track. */
  readonly track: string;
  /** The comment that is replied to; null for a comment of its own. */
  readonly parentId: number | null;
}

/**
 * Keeps what a member is writing until it is posted or given up: a session may end, or the page be left, in the middle of
 * a sentence. Somebody else who signs in is not shown it.
 */
export function keepDraft(storage: BrowserStorage, place: DraftPlace, text: string): void {
  if (text.trim() === '') forgetDraft(storage, place);
  else storage.write(keyOf(place), JSON.stringify({ by: place.userId, text }));
}

/** Empty where there is none. */
export function readDraft(storage: BrowserStorage, place: DraftPlace): string {
  const draft: unknown = storage.readJson(keyOf(place));
  if (typeof draft !== 'object' || draft === null) return '';
  const { by, text }: { readonly by?: unknown; readonly text?: unknown } = draft;
  return by === place.userId && typeof text === 'string' ? text : '';
}

export function forgetDraft(storage: BrowserStorage, place: DraftPlace): void {
  storage.remove(keyOf(place));
}

function keyOf({ track, parentId }: DraftPlace): string {
  return `${KEY}:${parentId ?? ''}:${track}`;
}
