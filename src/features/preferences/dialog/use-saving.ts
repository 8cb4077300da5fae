import { useState } from 'react';
import { storedPreferencesOf } from '#src/features/preferences/copies/stored-preferences.ts';
import { differences, isEmpty, type PreferenceChange } from '#src/features/preferences/preferences.ts';
import { type SaveState, saveStateOf } from '#src/features/preferences/rules/save-state.ts';
import { preferencesOf, usePreferences } from '#src/features/preferences/store/preference-store.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';

/** The state of the latest choice: `visit` ends with the tab, or where storage is blocked with the page. */
export type Saving = SaveState | 'visit';

/** Follows the saving of the choices made in the dialog. */
export function useSaving() {
  const browser = useBrowser();
  const [place, setPlace] = useState<'visit' | 'browser' | 'server' | null>(null);
  const onServer = usePreferences(saveStateOf);
  const saving: Saving | null = place === 'server' ? onServer : place === 'browser' ? 'saved' : place;
  return {
    /** Null before the first choice. */
    saving,
    /** Call it once `change` has been chosen. */
    noteChoice: (change: PreferenceChange) => setPlace(placeOf(browser, change)),
    noteReset: () => setPlace(placeOf(browser, {})),
    /** Call it once a setting of this browser has been written. */
    noteSetting: (isKept: boolean) => setPlace(isKept ? 'browser' : 'visit'),
  };
}

function placeOf(browser: Browser, change: PreferenceChange): 'visit' | 'browser' | 'server' {
  const { phase, isMobile } = preferencesOf(browser).getState();
  if (phase === 'guest' || phase === 'unavailable') {
    const copy = phase === 'guest' ? 'guest' : 'user';
    // Read back: a browser may keep nothing.
    return isEmpty(differences(change, storedPreferencesOf(browser).read(copy))) ? 'browser' : 'visit';
  }
  return isMobile && change.favoriteStreamId === undefined ? 'visit' : 'server';
}
