import { useCallback } from 'react';
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
