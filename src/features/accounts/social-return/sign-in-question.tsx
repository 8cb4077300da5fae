import { useText } from '#src/i18n/use-text.ts';
import type { User } from '#src/page/session/user.wire.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';

/** Asks before an address signs in somebody that this browser has not asked for [A78]. */
export function SignInQuestion(props: { user: User; onAccept: () => void; onDecline: () => void }) {
  const { user, onAccept, onDecline } = props;
  const text = useText();
  const dialogs = useDialogs();
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ') || user.pseudo || user.email;
  const choose = (act: () => void) => () => {
    dialogs.close();
    act();
  };
  return (
    <Dialog title={text('accounts.social.ask', { name })}>
      <p>{text('accounts.social.ask-text', { email: user.email })}</p>
      <Button look="ink" shape="large" onClick={choose(onDecline)}>
        {text('accounts.social.decline')}
      </Button>
      <Button look="line" shape="large" onClick={choose(onAccept)}>
        {text('accounts.social.accept')}
      </Button>
    </Dialog>
  );
}
