import { FormLink } from '#src/features/accounts/form/account-form.tsx';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { askForMail } from './mail-link-calls.ts';

/** Sends the mail of a registration once more; a message says whether that could be asked for. */
export function ResendLink(props: { email: string; label: string; onSent?: () => void }) {
  const browser = useBrowser();
  const { email, label, onSent } = props;
  const text = useText();
  const language = useLanguage();
  const showToast = useToast();
  const resend = async () => {
    try {
      const { isSent, words } = await askForMail(browser, 'resend-verification', email, language);
      if (isSent) showToast('info', text('accounts.mail-on-its-way'));
      else showToast('refusal', words ?? text('accounts.error.connection'));
    } catch {
      showToast('refusal', text('accounts.error.connection'));
    }
    onSent?.();
  };
  return <FormLink onClick={resend}>{label}</FormLink>;
}
