import { CONTACT_MESSAGE_MAX, CONTACT_SUBJECT_MAX } from '#src/contract/limits.ts';
import type { FieldErrorCode } from '#src/contract/wire-errors.ts';
import { checkEmail } from '#src/members/rules/account-rules.ts';

/** What a visitor writes to the association. */
export interface Written {
  readonly email: string;
  readonly subject: string;
  readonly message: string;
}

/** Signs that turn the direction of text, so that a reader would see other words than were written. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Signs that may end a line in a mail's header, or control a terminal. */
const NOT_IN_A_LINE = /[\p{Cc}\u2028\u2029]/u;

/** Returns a subject as it is kept: one line, composed (NFC), a single space between words. */
export function cleanSubject(text: string): string {
  return text.toWellFormed().replace(/\s+/gu, ' ').replace(DIRECTIONS, '').normalize('NFC').trim();
}

/** Returns a message as it is kept: composed, with line breaks of one kind and no other control signs. */
export function cleanMessage(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .replace(DIRECTIONS, '')
    .normalize('NFC')
    .trim();
}

/**
 * Returns the rule that a subject breaks; null for none
 * [R61]. A line break is refused, since no form can send one.
 */
export function checkSubject(text: string): FieldErrorCode | null {
  if (NOT_IN_A_LINE.test(text.replaceAll('\t', ' ').trim())) return 'line_break';
  return checkLength(cleanSubject(text), CONTACT_SUBJECT_MAX);
}

export function checkMessage(text: string): FieldErrorCode | null {
  return checkLength(cleanMessage(text), CONTACT_MESSAGE_MAX);
}

/** Says which field breaks which rule, for the form. */
export function checkWritten({
  email,
  subject,
  message,
}: Written): Record<keyof Written, FieldErrorCode | null> {
  return {
    email: email.trim() === '' ? 'required' : checkEmail(email),
    subject: checkSubject(subject),
    message: checkMessage(message),
  };
}

/** Characters are counted as code points: twice as many code units at most. */
function checkLength(text: string, max: number): FieldErrorCode | null {
  if (!/[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text)) return 'required';
  return text.length > 2 * max || [...text].length > max ? 'too_long' : null;
}
