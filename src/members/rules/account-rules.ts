import {
  NAME_MIN,
  PASSWORD_MIN,
  USERNAME_MAX,
  USERNAME_MIN,
  USERNAME_PATTERN,
} from '#src/contract/limits.ts';
import { cleanSeen, dropUnseen } from '#src/contract/seen-text.ts';
import type { FieldErrorCode } from '#src/contract/wire-errors.ts';

/** A rule that a field breaks [A28]: its code in `fields` of the wire, its words in `errors.fields`. */
export type FieldProblem = FieldErrorCode;

/** Longest name, in characters [W34]. */
const NAME_MAX = 100;
/** RFC 5321 §4.5.3.1.3, without the angle brackets [W33]. */
export const EMAIL_MAX = 254;
/** One @ between two parts without space, and nothing that ends an address in a mail's head. */
const EMAIL = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;

/** A flag is two signs, an emoji may be many joined ones (families, colours of skin): each is seen as one. */
const SEEN =
  /\p{RI}{2}|(?!\p{EMod}|(?<=\u200d)\p{ExtPict})[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Script=Inherited}\u2800]/gu;

/** Checks the form of a username; whether it is free is not checked. */
export function checkUsername(username: string): FieldProblem | null {
  const name = cleanUsername(username);
  if (name.length < USERNAME_MIN) return 'username_too_short';
  if (name.length > USERNAME_MAX) return 'username_too_long';
  return USERNAME_PATTERN.test(name) ? null : 'username_characters';
}

/**
 * The username without what is no part of it [W34]: a telephone's keyboard adds a space behind a word, and a copy
 * brings signs along that nobody sees.
 */
export function cleanUsername(username: string): string {
  return dropUnseen(username).trim();
}

/** As checkUsername, where it may be left out: a blank one means none. */
export function checkGivenUsername(username: string): FieldProblem | null {
  return cleanUsername(username) === '' ? null : checkUsername(username);
}

/** As checkGivenUsername; the profile form says both lengths in one message. */
export function checkProfileUsername(username: string): FieldProblem | null {
  const problem = checkGivenUsername(username);
  return problem === 'username_too_short' || problem === 'username_too_long' ? 'username_length' : problem;
}

export function checkFirstName(name: string): FieldProblem | null {
  return checkName(name, 'first_name_too_short');
}

export function checkLastName(name: string): FieldProblem | null {
  return checkName(name, 'last_name_too_short');
}

function checkName(name: string, tooShort: FieldProblem): FieldProblem | null {
  const cleaned = cleanName(name);
  if (characters(cleaned) > NAME_MAX) return 'name_too_long';
  return countSeen(cleaned) < NAME_MIN ? tooShort : null;
}

export function checkEmail(email: string): FieldProblem | null {
  const address = cleanEmail(email);
  return address.length <= EMAIL_MAX && EMAIL.test(address) ? null : 'email_invalid';
}

/** Checks the length alone; only the server knows the commonest passwords. */
export function checkPassword(password: string): FieldProblem | null {
  return characters(normalisePassword(password)) < PASSWORD_MIN ? 'password_too_short' : null;
}

/** A new password is written twice, the same. */
export function checkNewPassword(written: {
  readonly password: string;
  readonly again: string;
}): Record<'password' | 'again', FieldProblem | null> {
  const { password, again } = written;
  const isSame = normalisePassword(again) === normalisePassword(password);
  return { password: checkPassword(password), again: isSame ? null : 'passwords_differ' };
}

/**
 * Names as they are stored: composed, one space between words, without control signs, signs that turn the
 * direction of others or take no place, and with four marks on a letter at most.
 */
export function cleanName(name: string): string {
  const words = name
    .toWellFormed()
    .replace(/[^\S\ufeff]+/gu, ' ')
    .replace(/\p{Cc}/gu, '');
  return cleanSeen(words).trim();
}

/** A name that was stored under older rules, as others see it; null for one of which nothing is seen. */
export function seenName(name: string | null): string | null {
  const cleaned = name === null ? '' : cleanName(name);
  return countSeen(cleaned) === 0 ? null : cleaned;
}

/**
 * Signs of which something is seen: marks that dress any letter (Script=Inherited) show nothing by
 * themselves.
 */
function countSeen(text: string): number {
  return text.match(SEEN)?.length ?? 0;
}

/**
 * The address as its owner wrote it, without the signs that a copy from elsewhere may bring along and nobody sees; only
 * the server finds the mailbox behind it.
 */
export function cleanEmail(email: string): string {
  return dropUnseen(email.toWellFormed()).normalize('NFC').trim();
}

/** The form in which usernames are compared. They are ASCII, so lower case is enough. */
export function foldUsername(username: string): string {
  return username.toLowerCase();
}

/** One form of a password, however a keyboard composes its letters (RFC 8265 §4.2). */
export function normalisePassword(password: string): string {
  return password.toWellFormed().normalize('NFC');
}

/** Characters, counted as code points. */
function characters(text: string): number {
  return [...text].length;
}
