import { NewPasswordFields } from '#src/features/accounts/form/account-fields.tsx';
import { AccountForm, FormLink, FormLinks, Lead } from '#src/features/accounts/form/account-form.tsx';
import { useAccountForm } from '#src/features/accounts/form/use-account-form.ts';
import { useText } from '#src/i18n/use-text.ts';
import { checkNewPassword } from '#src/members/rules/account-rules.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { NewLink } from './new-link.tsx';

/**
 * Asks for the password after a link was followed on another device [A93]. It names the person who
 * registered, since the reader may not be that person, and the address: whoever sends a link of theirs to
 * somebody can have registered in that one's name [A131].
 */
export function PasswordQuestion(props: {
  user: User;
  onPassword: (password: string) => Promise<void>;
  onLater: () => void;
}) {
  const { user, onPassword, onLater } = props;
  const text = useText();
  const names = [user.first_name, user.last_name].filter(Boolean).join(' ');
  const name = names === '' ? user.email : `${names} (${user.email})`;
  const form = useAccountForm({
    initial: { password: '', again: '' },
    check: checkNewPassword,
    failure: text('accounts.error.connection'),
  });
  return (
    <>
      <Lead>{text('accounts.verify.password', { name })}</Lead>
      <AccountForm
        form={form}
        errorAction={form.code?.startsWith('token_') && <NewLink email={user.email} />}
        submit={text('accounts.reset.submit')}
        onSend={({ password }) => onPassword(password)}
      >
        <NewPasswordFields form={form} />
      </AccountForm>
      <FormLinks>
        <FormLink onClick={onLater}>{text('accounts.verify.later')}</FormLink>
      </FormLinks>
    </>
  );
}
