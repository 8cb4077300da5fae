import { useText } from '#src/i18n/use-text.ts';
import { useMemberDialogs } from './use-member-dialogs.tsx';

/** Opens the preferences, for whoever is here. */
export function PreferencesButton({ className }: { className: string }) {
  const text = useText();
  const { openPreferences } = useMemberDialogs();
  return (
    <button type="button" className={className} onClick={openPreferences}>
      {text('frame.preferences')}
    </button>
  );
}
