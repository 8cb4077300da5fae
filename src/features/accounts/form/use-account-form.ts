import type { Text, TextKey } from '#src/i18n/text-key.ts';
import { useText } from '#src/i18n/use-text.ts';
import type { FieldProblem } from '#src/members/rules/account-rules.ts';
import { type Form, type FormPlan, useForm } from '#src/page/form/use-form.ts';

/**
 * A form that says broken rules in the words of accounts.
 * @param plan.present the field of the password that the account has: that it is wrong is said there
 */
export function useAccountForm<Name extends string>(
  plan: Omit<FormPlan<Name>, 'words'> & { readonly present?: NoInfer<Name> },
): Form<Name> {
  const text = useText();
  const { present, ...rest } = plan;
  const form = useForm({ ...rest, words: (problem) => ruleWords(text, problem) });
  if (present === undefined || form.code !== 'wrong_password') return form;
  return {
    ...form,
    error: null,
    bind(name) {
      const field = form.bind(name);
      return name === present ? { ...field, problem: field.problem ?? form.error } : field;
    },
  };
}

/** Rules that a form of the accounts can break, as words. */
const WORDS = {
  required: 'accounts.rule.required',
  username_too_short: 'accounts.rule.username_too_short',
  username_too_long: 'accounts.rule.username_too_long',
  username_characters: 'accounts.rule.username_characters',
  username_length: 'accounts.rule.username_length',
  username_taken: 'accounts.rule.username_taken',
  first_name_too_short: 'accounts.rule.first_name_too_short',
  last_name_too_short: 'accounts.rule.last_name_too_short',
  name_too_long: 'accounts.rule.name_too_long',
  email_invalid: 'accounts.rule.email_invalid',
  email_taken: 'accounts.rule.email_taken',
  password_too_short: 'accounts.rule.password_too_short',
  password_common: 'accounts.rule.password_common',
  passwords_differ: 'accounts.rule.passwords_differ',
} as const satisfies Partial<Record<FieldProblem, TextKey>>;
type FormProblem = keyof typeof WORDS;

export function ruleWords(text: Text, problem: string): string | null {
  return isFormProblem(problem) ? text(WORDS[problem]) : null;
}

function isFormProblem(problem: string): problem is FormProblem {
  return Object.hasOwn(WORDS, problem);
}
