import { useCallback } from 'react';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';

/** Opens the preferences: for guests too. */
export function usePreferencesDialog(): () => void {
  const open = useFetchedDialogs();
  return useCallback(
    () =>
      open(['members', 'diary', 'pages'], async () => {
        const { PreferencesDialog } = await import('./preferences-dialog.tsx');
        return <PreferencesDialog />;
      }),
    [open],
  );
}
