import type { Language } from '#src/contract/languages.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { callWire, readAnswer, sendCall } from '#src/page/wire/call-wire.ts';
import { importNothing } from '#src/page/wire/import-nothing.ts';
import type { Comment, ReportReason } from './comments.wire.ts';

const importComment = async () => (await import('./comments.wire.ts')).commentSchema;

/**
 * The calls below throw a CallError whose message is the server's own where it gave one; without a stored
 * token nothing is sent, and the code is `authentication_required`.
 */
export async function postComment(
  browser: Browser,
  written: { track: string; comment: string; parentId: number | null },
  language: Language,
): Promise<Comment> {
  requireToken(browser);
  const body = { track_title: written.track, comment: written.comment, parent_id: written.parentId };
  return callWire(browser, { endpoint: 'comments', method: 'POST', body, language }, importComment);
}

export async function deleteComment(browser: Browser, id: number, language: Language): Promise<void> {
  requireToken(browser);
  // With a body it goes by POST, which everything between here and the server lets through.
  const call = { endpoint: 'comments', method: 'DELETE', parameters: { id: String(id) }, body: {} } as const;
  await readAnswer(await sendCall(browser, { ...call, language }), importNothing);
}

export async function reportComment(
  browser: Browser,
  id: number,
  reason: ReportReason,
  language: Language,
): Promise<void> {
  requireToken(browser);
  const body = { id, reason };
  await callWire(browser, { endpoint: 'comment-reports', method: 'POST', body, language }, importNothing);
}

function requireToken(browser: Browser): void {
  if (sessionOf(browser).getToken() !== null) return;
  throw new CallError('There is no token.', { code: 'authentication_required', status: 401 });
}
