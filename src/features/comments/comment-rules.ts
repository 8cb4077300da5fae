import { COMMENT_MAX } from '#src/contract/limits.ts';
import type { FieldErrorCode } from '#src/contract/wire-errors.ts';
import { holdsWebAddress } from './web-address.ts';

/** Far more than 144 signs need, flags and families included: what is longer is made to be long. */
const CODE_UNITS_MAX = 20 * COMMENT_MAX;
/** Marks on a letter beyond the fourth. What takes no place may stand between them, so a run of it is read once. */
const MORE_MARKS =
  /(?<![\p{Join_Control}\u{e0020}-\u{e007f}])((?:[\p{Join_Control}\u{e0020}-\u{e007f}]*[\p{Mn}\p{Me}]){4})(?:[\p{Join_Control}\u{e0020}-\u{e007f}]*[\p{Mn}\p{Me}])+/gu;
/** More than one line on which nothing is seen. */
const EMPTY_LINES = /\n(?:(?:[^\S\n]|[\p{Default_Ignorable_Code_Point}\u2800])*\n){2,}/gu;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Characters as a person counts them: an emoji of seven code points is one [R45]. */
export function countCharacters(text: string): number {
  return Array.from(graphemes.segment(text)).length;
}

/**
 * A comment as it is kept: composed (NFC), without space around it, control signs, signs that turn the direction of
 * other people's words, and those that take no place. At most one empty line and four marks on a letter. Joiners stay:
 * emoji and Persian need them.
 */
export function cleanComment(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replace(/\t/gu, ' ')
    .replace(
      /[^\P{Cc}\n]|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad\u180e\u3164\uffa0]/gu,
      '',
    )
    .normalize('NFC')
    .replace(MORE_MARKS, '$1')
    .replace(EMPTY_LINES, '\n\n')
    .trim();
}

/** The rule that a comment or a reply breaks, one function for both sides; null for none [R45]. */
export function checkComment(text: string): FieldErrorCode | null {
  if (text.length > 4 * CODE_UNITS_MAX) return 'comment_too_long';
  const comment = cleanComment(text);
  if (!/[^\s\p{Cf}\p{Mn}\p{Default_Ignorable_Code_Point}\u2800]/u.test(comment)) return 'comment_required';
  if (comment.length > CODE_UNITS_MAX || countCharacters(comment) > COMMENT_MAX) return 'comment_too_long';
  return holdsWebAddress(comment) ? 'websites_not_allowed' : null;
}
