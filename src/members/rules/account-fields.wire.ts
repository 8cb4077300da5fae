import * as z from 'zod/mini';
import type { FieldErrorCode } from '#src/contract/wire-errors.ts';
import {
  checkEmail,
  checkFirstName,
  checkLastName,
  checkPassword,
  cleanEmail,
  cleanName,
  cleanUsername,
} from './account-rules.ts';

/** The fields of accounts as bodies of calls hold them: checked by their rules, cleaned as they are kept. */
export const emailSchema = cleanedText(checkEmail, cleanEmail);
export const firstNameSchema = cleanedText(checkFirstName, cleanName);
export const lastNameSchema = cleanedText(checkLastName, cleanName);
/** A new one. */
export const passwordSchema = ruledText(checkPassword);
/** Any text that is not empty. */
export const givenSchema = ruledText((text) => (text === '' ? 'required' : null));

/** A text that a rule checks. The code of a broken rule is the issue's message, which the wire door reads. */
export function ruledText(check: (text: string) => FieldErrorCode | null) {
  return z.string().check(({ value, issues }) => {
    const problem = check(value);
    if (problem !== null) issues.push({ code: 'custom', message: problem, input: value });
  });
}

/** Like ruledText; `clean` gives the form in which the text is kept. */
export function cleanedText(check: (text: string) => FieldErrorCode | null, clean: (text: string) => string) {
  return z.pipe(ruledText(check), z.transform(clean));
}

/** A username that may be left out; null where it is, or is blank. */
export function optionalUsername(check: (text: string) => FieldErrorCode | null) {
  return z.pipe(
    z.nullish(ruledText(check)),
    z.transform((text) => cleanUsername(text ?? '') || null),
  );
}
