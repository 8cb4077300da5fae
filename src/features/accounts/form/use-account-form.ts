import { useText } from '#src/i18n/use-text.ts';
import { type Form, type FormPlan, useForm } from '#src/page/form/use-form.ts';
import { ruleWords } from './rule-words.ts';

/** A form that says broken rules in the words of accounts. */
export function useAccountForm<Name extends string>(plan: Omit<FormPlan<Name>, 'words'>): Form<Name> {
  const text = useText();
  return useForm({ ...plan, words: (problem) => ruleWords(text, problem) });
}
