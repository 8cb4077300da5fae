import { useId } from 'react';
import { PROVIDER_NAMES, type SignInProvider } from '#src/contract/sign-in-providers.ts';
import { CurrentPasswordField } from '#src/features/accounts/form/account-fields.tsx';
import { AccountForm, Lead } from '#src/features/accounts/form/account-form.tsx';
import { useAccountForm } from '#src/features/accounts/form/use-account-form.ts';
import { useOneMember } from '#src/features/accounts/form/use-one-member.ts';
import { unlinkProvider } from '#src/features/profile/profile-calls.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { memberChangesOf } from '#src/page/wire/member-changes.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';

/** Asks, and for the password, before a provider is unlinked from the account [A96]. */
export function UnlinkDialog({ provider }: { provider: SignInProvider }) {
  useOneMember();
  const browser = useBrowser();
  const text = useText();
  const textId = useId();
  const language = useLanguage();
  const dialogs = useDialogs();
  const showToast = useToast();
  const name = { provider: PROVIDER_NAMES[provider] };
  const form = useAccountForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password === '' ? 'required' : null }),
    failure: text('accounts.error.connection'),
    present: 'password',
  });
  return (
    <Dialog title={text('members.unlink.title', name)} holdsText describedBy={textId}>
      <Lead id={textId}>{text('members.unlink.text', name)}</Lead>
      <AccountForm
        form={form}
        submit={text('members.profile.unlink', name)}
        onSend={async ({ password }) => {
          await unlinkProvider(browser, { provider, password }, language);
          await memberChangesOf(browser).tell(['sign-in-ways', 'sessions']);
          dialogs.close();
          showToast('success', text('members.unlink.done', name));
        }}
      >
        <CurrentPasswordField label={text('members.profile.current-password')} {...form.bind('password')} />
      </AccountForm>
      <Button look="line" shape="large" disabled={form.isBusy} onClick={dialogs.close}>
        {text('accounts.social.decline')}
      </Button>
    </Dialog>
  );
}
