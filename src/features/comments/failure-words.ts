import type { Text, TextKey } from '#src/i18n/text-key.ts';
import { CallError, isRefusal } from '#src/page/wire/call-error.ts';
import { failureWords } from '#src/page/wire/failure-words.ts';

/** Rules that a comment can break [R45], as words. */
const RULES = {
  comment_required: 'comments.rule.required',
  comment_too_long: 'comments.rule.too-long',
  websites_not_allowed: 'comments.rule.websites',
} as const satisfies Record<string, TextKey>;

/** Null for what is no rule of comments. */
export function ruleWords(text: Text, code: string | null | undefined): string | null {
  return isRule(code) ? text(RULES[code]) : null;
}

function isRule(code: string | null | undefined): code is keyof typeof RULES {
  return typeof code === 'string' && Object.hasOwn(RULES, code);
}

/**
 * Why a call about comments failed, for the red box.
 * @param fallback the sentence where the server did not say no
 */
export function commentFailureWords(text: Text, error: unknown, fallback: string): string {
  // A server in trouble speaks for all of its endpoints.
  if (error instanceof CallError && error.status >= 500) return fallback;
  if (!isRefusal(error)) return failureWords(text, error, fallback);
  const { code, fields, message } = error;
  const rule = ruleWords(text, fields.comment);
  if (rule !== null) return rule;
  if (code === 'authentication_required') return text('comments.error.authentication');
  // The server counts for all of its endpoints in the same words.
  if (code === 'too_many_requests') return text('comments.error.too-many');
  return message;
}
