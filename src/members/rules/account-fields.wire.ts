import {
  checkEmail,
  checkFirstName,
  checkLastName,
  checkPassword,
  cleanEmail,
  cleanName,
} from './account-rules.ts';
import { cleanedText, ruledText } from './ruled-text.ts';

/** The fields of accounts as bodies of calls hold them: checked by their rules, cleaned as they are kept. */
export const emailSchema = cleanedText(checkEmail, cleanEmail);
export const firstNameSchema = cleanedText(checkFirstName, cleanName);
export const lastNameSchema = cleanedText(checkLastName, cleanName);
/** A new one. */
export const passwordSchema = ruledText(checkPassword);
/** Any text that is not empty. */
export const givenSchema = ruledText((text) => (text === '' ? 'required' : null));
