import type { Written } from '#src/features/contact/contact-rules.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';

const KEY = 'contact_draft';

/**
 * Keeps what a visitor is writing until it is sent: the page
 * may be left in the middle of a sentence, or a session end.
 * @param by id of the member, whose words nobody else is shown; null for a guest, who may log in meanwhile
 */
export function keepDraft(
  storage: BrowserStorage,
  by: string | null,
  { email, subject, message }: Written,
): void {
  if (subject.trim() === '' && message.trim() === '') forgetDraft(storage);
  else storage.write(KEY, JSON.stringify({ by, email, subject, message }));
}

/** Reads this visitor's draft; null without one. */
export function readDraft(storage: BrowserStorage, by: string | null): Written | null {
  const draft: unknown = storage.readJson(KEY);
  if (typeof draft !== 'object' || draft === null) return null;
  const kept: { readonly [Key in keyof Written | 'by']?: unknown } = draft;
  if (kept.by !== null && kept.by !== by) return null;
  return { email: textOf(kept.email), subject: textOf(kept.subject), message: textOf(kept.message) };
}

export function forgetDraft(storage: BrowserStorage): void {
  storage.remove(KEY);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
