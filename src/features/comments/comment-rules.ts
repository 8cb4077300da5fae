import { COMMENT_MAX } from '#src/contract/limits.ts';
import { cleanSeen } from '#src/contract/seen-text.ts';
import type { FieldErrorCode } from '#src/contract/wire-errors.ts';
import { findWebAddress } from './web-address.ts';

/** Far more than 144 characters need, flags and families included. */
const CODE_UNITS_MAX = 20 * COMMENT_MAX;
/** More than one line on which nothing is seen. No sign is of both classes, or a row of it would be tried in all ways. */
const EMPTY_LINES = /\n(?:(?:[^\S\n\uFEFF]|[\p{Default_Ignorable_Code_Point}\u2800])*\n){2,}/gu;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Counts characters as a person does: an emoji of seven code points is one [R45]. */
export function countCharacters(text: string): number {
  return Array.from(graphemes.segment(text)).length;
}

/**
 * Returns a comment as it is kept: composed (NFC), without space around it, control signs, signs that turn
 * the direction of other people's words, and invisible ones. At most one empty line and four marks on a
 * letter. Joiners stay: emoji and Persian need them.
 */
export function cleanComment(text: string): string {
  const lines = text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replace(/\t/gu, ' ')
    .replace(/[^\P{Cc}\n]/gu, '');
  return cleanSeen(lines).replace(EMPTY_LINES, '\n\n').trim();
}

/** Returns the rule that a comment or a reply breaks, on both sides; null for none [R45]. */
export function checkComment(text: string): FieldErrorCode | null {
  if (text.length > 4 * CODE_UNITS_MAX) return 'comment_too_long';
  const comment = cleanComment(text);
  if (!/[^\s\p{Cf}\p{Mn}\p{Default_Ignorable_Code_Point}\u2800]/u.test(comment)) return 'comment_required';
  if (comment.length > CODE_UNITS_MAX || countCharacters(comment) > COMMENT_MAX) return 'comment_too_long';
  return findWebAddress(comment) !== null ? 'websites_not_allowed' : null;
}
