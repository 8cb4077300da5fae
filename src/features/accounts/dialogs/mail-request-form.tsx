import { useState } from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { Field } from '#src/ui/field/field.tsx';
import { checkEmail } from '../account-rules.ts';
import { askForMail } from '../calls/account-calls.ts';
import { ruleWords } from '../rule-words.ts';
import { AccountForm, GoodNews } from './account-form.tsx';
import { useSubmit } from './use-submit.ts';

/** Asks for a mail to an address. The answer is the same whether there is an account for it or not. */
export function MailRequestForm(props: {
  endpoint: 'forgot-password' | 'resend-verification';
  submit: string;
  isFirst?: boolean;
}) {
  const { endpoint, submit, isFirst = false } = props;
  const text = useText();
  const language = useLanguage();
  const [email, setEmail] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isSent, setSent] = useState(false);
  const { isBusy, error, run } = useSubmit(text('accounts.error.connection'));
  const problem = checkEmail(email);
  if (isSent) return <GoodNews icon="mail">{text('accounts.mail-on-its-way')}</GoodNews>;
  return (
    <AccountForm
      error={error}
      submit={submit}
      isBusy={isBusy}
      onSubmit={() => {
        setChecked(true);
        if (problem !== null) return false;
        run(async () => {
          await askForMail(endpoint, email, language);
          setSent(true);
        });
        return true;
      }}
    >
      <Field
        label={text('accounts.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoFocus={isFirst}
        value={email}
        onValue={setEmail}
        problem={isChecked && problem ? ruleWords(text, problem) : null}
      />
    </AccountForm>
  );
}
