import { useRef, useState } from 'react';
import { EmailField } from '#src/features/accounts/form/account-fields.tsx';
import {
  AccountForm,
  FormLink,
  FormLinks,
  SuccessMessage,
} from '#src/features/accounts/form/account-form.tsx';
import { useAccountForm } from '#src/features/accounts/form/use-account-form.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { checkEmail } from '#src/members/rules/account-rules.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { failureWords } from '#src/page/wire/failure-words.ts';
import { buttonClass } from '#src/ui/button/button.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { askForMail, type MailOutcome } from './mail-link-calls.ts';

/**
 * Asks for a mail to an address. The answer is the same whether or not the address has an account, so whoever
 * mistyped it can get the form back; some stations send no mail.
 */
export function MailRequestForm(props: {
  endpoint: 'forgot-password' | 'resend-verification';
  submit: string;
  /** What stands in it at first. */
  email?: string;
  onEmail?: (email: string) => void;
}) {
  const browser = useBrowser();
  const { endpoint, submit, email = '', onEmail } = props;
  const text = useText();
  const language = useLanguage();
  const [reply, setReply] = useState<MailOutcome | null>(null);
  const form = useAccountForm({
    initial: { email },
    check: (fields) => ({ email: checkEmail(fields.email) }),
    failure: text('accounts.error.connection'),
  });
  const bound = form.bind('email');
  const correct = () => {
    setReply(null);
    // Once the form is there again.
    requestAnimationFrame(() => form.element.current?.querySelector('input')?.focus());
  };
  if (reply?.isSent) {
    return (
      <>
        <SuccessMessage icon="mail">{text('accounts.mail-on-its-way')}</SuccessMessage>
        <FormLinks>
          <FormLink onClick={correct}>{text('accounts.mail-correct')}</FormLink>
        </FormLinks>
      </>
    );
  }
  if (reply) return <NoMail {...reply} />;
  return (
    <AccountForm
      form={form}
      submit={submit}
      onSend={async (fields) => setReply(await askForMail(browser, endpoint, fields.email, language))}
    >
      <EmailField
        {...bound}
        onValue={(value) => {
          bound.onValue(value);
          onEmail?.(value);
        }}
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

/**
 * Sends the mail of a registration once more; a message says whether that could be asked for. Presses until then are
 * the same one.
 */
export function ResendLink(props: { email: string; label: string; onSent?: () => void }) {
  const browser = useBrowser();
  const { email, label, onSent } = props;
  const text = useText();
  const language = useLanguage();
  const showToast = useToast();
  const isUnderWay = useRef(false);
  const resend = async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      const { isSent, words } = await askForMail(browser, 'resend-verification', email, language);
      if (isSent) showToast('info', text('accounts.mail-on-its-way'));
      else showToast('refusal', words ?? text('accounts.error.connection'));
    } catch (error) {
      showToast('refusal', failureWords(text, error, text('accounts.error.connection')));
    } finally {
      isUnderWay.current = false;
    }
    onSent?.();
  };
  return <FormLink onClick={resend}>{label}</FormLink>;
}
