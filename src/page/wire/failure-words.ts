import type { Text } from '#src/i18n/text-key.ts';
import { CallError, isRefusal } from '#src/page/wire/call-error.ts';

/**
 * What became of a call that failed: the server's own sentence; else why there was no answer, where that is
 * known, and what was not done.
 * @param undone the sentence for what was not done
 */
export function failureWords(text: Text, error: unknown, undone: string): string {
  if (!(error instanceof CallError)) return undone;
  const { code, status, message } = error;
  if (code === 'offline') return `${text('player.offline')}. ${undone}`;
  if (code === 'timed_out') return `${text('frame.too-late')} ${undone}`;
  const isItsOwn = status > 0 && code !== 'unreadable_answer';
  return (isItsOwn && message) || undone;
}

/** What the server says of its refusal; null for another failure, and where it says nothing. */
export function refusalWords(error: unknown): string | null {
  return isRefusal(error) && error.message !== '' ? error.message : null;
}
