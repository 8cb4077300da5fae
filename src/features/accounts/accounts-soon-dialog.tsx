import { useText } from '#src/i18n/use-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { useDialogs } from '#src/ui/dialog/dialogs.tsx';

/** Says what an account will be good for, and that it opens soon. */
export function AccountsSoonDialog() {
  const text = useText();
  const dialogs = useDialogs();
  return (
    <Dialog title={text('frame.accounts-soon.title')}>
      <p>{text('frame.accounts-soon.text')}</p>
      <Button look="ink" shape="large" onClick={dialogs.close}>
        {text('frame.accounts-soon.ok')}
      </Button>
    </Dialog>
  );
}
