import { useAccountDialogs } from '#src/features/accounts/dialogs/use-account-dialogs.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';

/** The way to a link by which a password can be chosen. */
export function NewLink({ email }: { email?: string }) {
  const text = useText();
  const { openForgottenPassword } = useAccountDialogs();
  return (
    <Button look="line" onClick={() => openForgottenPassword(email)}>
      {text('accounts.reset.new-link')}
    </Button>
  );
}
