import { CONTACT_MESSAGE_MAX, CONTACT_SUBJECT_MAX } from '#src/contract/limits.ts';
import { cleanMessage, cleanSubject, type Written } from '#src/features/contact/contact-rules.ts';
import type { Text } from '#src/i18n/text-key.ts';

/** What is wrong with a field, in words; null for a rule that is not the field's. */
export function ruleWords(
  text: Text,
  field: keyof Written,
  problem: string,
  written: Written,
): string | null {
  switch (problem) {
    case 'required':
      return text('contact.rule.required');
    case 'email_invalid':
      return text('contact.rule.email');
    case 'line_break':
      return text('contact.rule.line');
    case 'too_long':
      return field === 'subject'
        ? text('contact.rule.long', {
            count: [...cleanSubject(written.subject)].length,
            max: CONTACT_SUBJECT_MAX,
          })
        : text('contact.rule.long', {
            count: [...cleanMessage(written.message)].length,
            max: CONTACT_MESSAGE_MAX,
          });
    default:
      return null;
  }
}
