import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { CurrentPasswordField, NewPasswordFields } from '#src/features/accounts/form/account-fields.tsx';
import { AccountForm, FormLink, FormLinks, Lead } from '#src/features/accounts/form/account-form.tsx';
import { useAccountForm } from '#src/features/accounts/form/use-account-form.ts';
import { useOneMember } from '#src/features/accounts/form/use-one-member.ts';
import { changePassword } from '#src/features/profile/profile-calls.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { checkNewPassword } from '#src/members/rules/account-rules.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { memberChangesOf } from '#src/page/wire/member-changes.ts';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';

/** Changes the password of a member who knows the present one; others get a link by mail. */
export function ChangePasswordDialog() {
  useOneMember();
  const browser = useBrowser();
  const text = useText();
  const language = useLanguage();
  const dialogs = useDialogs();
  const showToast = useToast();
  const { user } = useSession();
  const { openForgottenPassword } = useAccountDialogs();
  const form = useAccountForm({
    initial: { current: '', password: '', again: '' },
    check: ({ current, ...written }) => ({
      current: current === '' ? 'required' : null,
      ...checkNewPassword(written),
    }),
    failure: text('accounts.error.connection'),
    present: 'current',
  });
  return (
    <Dialog title={text('members.profile.change-password')} holdsText>
      <Lead>{text('accounts.reset.text')}</Lead>
      <AccountForm
        form={form}
        submit={text('accounts.reset.submit')}
        onSend={async ({ current, password }) => {
          await changePassword(browser, { current, password }, language);
          // It is said at once: the list of sessions may come a moment later.
          void memberChangesOf(browser).tell(['sessions']);
          dialogs.close();
          showToast('success', text('accounts.reset.done'));
        }}
      >
        <CurrentPasswordField label={text('members.profile.current-password')} {...form.bind('current')} />
        <NewPasswordFields form={form} label={text('accounts.reset.title')} />
      </AccountForm>
      <FormLinks>
        <FormLink onClick={() => openForgottenPassword(user?.email)}>
          {text('accounts.login.forgotten')}
        </FormLink>
      </FormLinks>
    </Dialog>
  );
}
