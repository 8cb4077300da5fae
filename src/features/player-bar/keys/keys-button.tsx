import { useCallback } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';

/** Returns what opens the list of keyboard commands. */
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

/** Opens the list of keyboard commands for visitors who do not know its key. */
export function KeysButton({ className }: { className: string }) {
  const text = useText();
  const openHelp = useKeyHelp();
  return (
    <button type="button" className={className} onClick={openHelp}>
      {text('frame.keys')}
    </button>
  );
}
