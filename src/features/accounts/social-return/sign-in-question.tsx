import { useText } from '#src/i18n/use-text.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';

/** Asks a member before an address signs in somebody else that this browser has not asked for [A78]. */
export function SignInQuestion({ user, onAccept }: { user: User; onAccept: () => void }) {
  const text = useText();
  const dialogs = useDialogs();
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ') || user.pseudo || user.email;
  const accept = () => {
    dialogs.close();
    onAccept();
  };
  return (
    <Dialog title={text('accounts.social.ask', { name })}>
      <p>{text('accounts.social.ask-text', { email: user.email })}</p>
      <Button look="ink" shape="large" onClick={dialogs.close}>
        {text('accounts.social.decline')}
      </Button>
      <Button look="line" shape="large" onClick={accept}>
        {text('accounts.social.accept')}
      </Button>
    </Dialog>
  );
}
