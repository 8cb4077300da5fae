import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';

/** Invites a guest to make an account. Closing it counts as "later". */
export function InvitationDialog(props: { onRegister: () => void; onLater: () => void }) {
  const text = useText();
  const dialogs = useDialogs();
  return (
    <Dialog title={text('accounts.invite.title')} onClose={props.onLater}>
      <p>{text('accounts.invite.text')}</p>
      <Button look="ink" shape="large" onClick={props.onRegister}>
        {text('accounts.invite.main')}
      </Button>
      <Button
        look="line"
        shape="large"
        onClick={() => {
          props.onLater();
          dialogs.close();
        }}
      >
        {text('accounts.invite.later')}
      </Button>
    </Dialog>
  );
}
