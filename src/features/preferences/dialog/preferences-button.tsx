import { useEffect, useState } from 'react';
import { useText } from '#src/i18n/use-text.ts';
import { usePreferencesDialog } from './use-preferences-dialog.tsx';

/** Opens the preferences, for whoever is here. */
export function PreferencesButton({ className }: { className: string }) {
  const text = useText();
  const openPreferences = usePreferencesDialog();
  // It is fetched: until it has come to life it would swallow the press.
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return (
    <button type="button" className={className} disabled={!isAlive} onClick={openPreferences}>
      {text('frame.preferences')}
    </button>
  );
}
