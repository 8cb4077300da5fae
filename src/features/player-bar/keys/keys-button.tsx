import { useCallback, useEffect, useState } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';

/** Opens the list of the keyboard's commands. */
export function useKeyHelp(): () => void {
  const open = useFetchedDialogs();
  return useCallback(
    () =>
      open(['pages'], async () => {
        const { KeyHelp } = await import('./key-help.tsx');
        return <KeyHelp />;
      }),
    [open],
  );
}

/** Opens the list of the keyboard's commands, for who does not know the key that does. */
export function KeysButton({ className }: { className: string }) {
  const text = useText();
  const openHelp = useKeyHelp();
  // Its script is fetched: until it runs, the button would swallow the press.
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return (
    <button type="button" className={className} disabled={!isAlive} onClick={openHelp}>
      {text('frame.keys')}
    </button>
  );
}
