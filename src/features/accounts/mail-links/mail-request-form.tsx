import { useState } from 'react';
import { AccountForm, GoodNews } from '#src/features/accounts/form/account-form.tsx';
import { useSubmit } from '#src/features/accounts/form/use-submit.ts';
import { checkEmail } from '#src/features/accounts/rules/account-rules.ts';
import { ruleWords } from '#src/features/accounts/rules/rule-words.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { buttonClass } from '#src/ui/button/button.tsx';
import { Field } from '#src/ui/field/field.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { askForMail, type MailOutcome } from './mail-link-calls.ts';

/**
 * Asks for a mail to an address. The answer is the same whether or not there is an account for it; a station may also
 * send none.
 */
export function MailRequestForm(props: {
  endpoint: 'forgot-password' | 'resend-verification';
  submit: string;
  email: string;
  onEmail: (email: string) => void;
}) {
  const { endpoint, submit, email, onEmail } = props;
  const text = useText();
  const language = useLanguage();
  const [isChecked, setChecked] = useState(false);
  const [reply, setReply] = useState<MailOutcome | null>(null);
  const { isBusy, error, problems, run, changed } = useSubmit(text('accounts.error.connection'));
  const problem = checkEmail(email);
  const broken = (isChecked ? problem : null) ?? problems.email;
  if (reply?.isSent) return <GoodNews icon="mail">{text('accounts.mail-on-its-way')}</GoodNews>;
  if (reply) return <NoMail {...reply} />;
  return (
    <AccountForm
      error={error}
      submit={submit}
      isBusy={isBusy}
      onSubmit={() => {
        setChecked(true);
        if (problem !== null) return false;
        run(async () => {
          setReply(await askForMail(endpoint, email, language));
        });
        return true;
      }}
    >
      <Field
        label={text('accounts.email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        value={email}
        onValue={(value) => {
          onEmail(value);
          changed('email');
        }}
        problem={broken ? ruleWords(text, broken) : null}
      />
    </AccountForm>
  );
}

/** A station without mail says which address to write to. */
function NoMail({ words, contact }: MailOutcome) {
  const text = useText();
  return (
    <Notice
      title={words ?? text('accounts.error.connection')}
      action={
        contact && (
          <a className={buttonClass('line')} href={`mailto:${contact}`}>
            {contact}
          </a>
        )
      }
    />
  );
}
