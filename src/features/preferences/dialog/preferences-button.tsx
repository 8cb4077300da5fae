import { useEffect, useState } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import { usePreferencesDialog } from './use-preferences-dialog.tsx';

/** Opens the preferences, for members and guests. */
export function PreferencesButton({ className }: { className: string }) {
  const text = useText();
  const openPreferences = usePreferencesDialog();
  // Its script is fetched: until it runs, the button would swallow the press.
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return (
    <button type="button" className={className} disabled={!isAlive} onClick={openPreferences}>
      {text('frame.preferences')}
    </button>
  );
}
