import { CallError } from '#src/page/wire/call-error.ts';

/** The server's own sentence about a failed call; null where it gave none. */
export function serverWords(error: unknown): string | null {
  const isItsOwn =
    error instanceof CallError && error.code !== 'no_answer' && error.code !== 'unreadable_answer';
  return isItsOwn && error.message !== '' ? error.message : null;
}
