import { useCallback } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import { useFetchedDialogs } from '#src/ui/dialog/use-fetched-dialogs.ts';

/** Opens the preferences dialog, for members and guests. */
export function usePreferencesDialog(): () => void {
  const open = useFetchedDialogs();
  return useCallback(
    () =>
      open(['members', 'diary', 'pages'], async () => {
        // By the rules of the sync a guest resets, also once the network is away.
        const [{ PreferencesDialog }] = await Promise.all([
          import('./preferences-dialog.tsx'),
          import('#src/features/preferences/member/member-preferences.ts'),
        ]);
        return <PreferencesDialog />;
      }),
    [open],
  );
}

/** The button in the footer. */
export function PreferencesButton({ className }: { className: string }) {
  const text = useText();
  const openPreferences = usePreferencesDialog();
  return (
    <button type="button" className={className} onClick={openPreferences}>
      {text('frame.preferences')}
    </button>
  );
}
