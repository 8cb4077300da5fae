import type { Text, TextKey } from '#src/i18n/text-key.ts';
import { CallError, isRefusal } from '#src/page/wire/call-error.ts';
import { failureWords } from '#src/page/wire/failure-words.ts';

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
 * Says why a call about comments failed, for the red box.
 * @param fallback the sentence used unless the server refused the call
 */
export function commentFailureWords(text: Text, error: unknown, fallback: string): string {
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
