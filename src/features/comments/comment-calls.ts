import * as z from 'zod/mini';
import type { Language } from '#src/contract/languages.ts';
import { session } from '#src/page/session/session-store.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { readAnswer, sendCall } from '#src/page/wire/send-call.ts';
import { type Comment, commentSchema, type ReportReason } from './comments.wire.ts';

/**
 * The calls below throw a CallError whose message is the server's own where it gave one; without a stored token nothing
 * is sent, and the code is `authentication_required`.
 */
export async function postComment(
  written: { track: string; comment: string; parentId: number | null },
  language: Language,
): Promise<Comment> {
  requireToken();
  const body = { track_title: written.track, comment: written.comment, parent_id: written.parentId };
  return callWire({ endpoint: 'comments', method: 'POST', body, language }, async () => commentSchema);
}

export async function deleteComment(id: number, language: Language): Promise<void> {
  requireToken();
  // With a body it goes by POST, which everything between here and the server lets through.
  const call = { endpoint: 'comments', method: 'DELETE', parameters: { id: String(id) }, body: {} } as const;
  await readAnswer(await sendCall({ ...call, language }), async () => z.undefined());
}

export async function reportComment(id: number, reason: ReportReason, language: Language): Promise<void> {
  requireToken();
  const body = { id, reason };
  await callWire({ endpoint: 'comment-reports', method: 'POST', body, language }, async () => z.undefined());
}

function requireToken(): void {
  if (session.getToken() !== null) return;
  throw new CallError('There is no token.', { code: 'authentication_required', status: 401 });
}
