import { useState } from 'react';
import type { Language } from '#src/contract/languages.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import type { Text, TextKey } from '#src/i18n/text-key.ts';
import { useText } from '#src/i18n/use-text.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { useToldFailure } from '#src/page/form/use-told-failure.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { CallError, isRefusal } from '#src/page/wire/call-error.ts';
import { callWire, readAnswer, sendCall } from '#src/page/wire/call-wire.ts';
import { failureWords } from '#src/page/wire/failure-words.ts';
import { importNothing } from '#src/page/wire/import-nothing.ts';
import type { Comment, ReportReason } from './comments.wire.ts';

const importComment = () => import('./comments.wire.ts').then((file) => file.commentSchema);

/**
 * The calls below throw a CallError whose message is the server's own where it gave one; without a stored
 * token nothing is sent, and the code is `authentication_required`.
 */
export async function postComment(
  browser: Browser,
  written: { track: string; comment: string; parentId: number | null; againMs: number | null },
  language: Language,
): Promise<Comment> {
  requireToken(browser);
  const { track: track_title, comment, parentId: parent_id, againMs } = written;
  // Of words that were sent without an answer, so many milliseconds ago, the server knows whether they are there.
  const body = { track_title, comment, parent_id, ...(againMs !== null && { again: againMs }) };
  const call = { endpoint: 'comments', method: 'POST', body, language } as const;
  const posted = await callWire(browser, call, importComment);
  return { ...posted, parent_id: posted.parent_id ?? parent_id };
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
  if (sessionOf(browser).holdsToken()) return;
  throw new CallError('There is no token.', { code: 'authentication_required', status: 401 });
}

/** Rules that a comment can break [R45], as words. */
const RULES = {
  comment_required: 'comments.rule.required',
  comment_too_long: 'comments.rule.too-long',
  websites_not_allowed: 'comments.rule.websites',
} as const satisfies Record<string, TextKey>;

/** Says which rule is broken; null for a code that is no rule of comments. */
export function ruleWords(text: Text, code: string | null | undefined): string | null {
  return isRule(code) ? text(RULES[code]) : null;
}

function isRule(code: string | null | undefined): code is keyof typeof RULES {
  return typeof code === 'string' && Object.hasOwn(RULES, code);
}

/**
 * Holds what a call about comments failed with, and says why in the language of the page, for the red box.
 * @param fallback the sentence used unless the server refused the call
 */
export function useCommentFailure(fallback: TextKey) {
  const text = useText();
  const language = useLanguage();
  const [failure, setFailure] = useState<{ cause: unknown; told: Language } | null>(null);
  const cause = useToldFailure(failure?.cause, failure?.told ?? language);
  return {
    /** Another one with each call that fails. */
    failure,
    words: failure && commentFailureWords(text, cause, text(fallback)),
    /** The language is that of the call: that in which it was made. */
    fail: (error: unknown) => setFailure({ cause: error, told: language }),
    forget: () => setFailure(null),
  };
}

function commentFailureWords(text: Text, error: unknown, fallback: string): string {
  // A 5xx reply says the same for all endpoints.
  if (error instanceof CallError && error.status >= 500) return fallback;
  if (!isRefusal(error)) return failureWords(text, error, fallback);
  const { code, fields, message } = error;
  const rule = ruleWords(text, fields.comment);
  if (rule !== null) return rule;
  if (code === 'authentication_required') return text('comments.error.authentication');
  // The server says this in the same words for all endpoints.
  if (code === 'too_many_requests') return text('comments.error.too-many');
  return message || fallback;
}
