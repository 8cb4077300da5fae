import { useState } from 'react';
import { storedPreferences } from '#src/features/preferences/copies/stored-preferences.ts';
import { differences, isEmpty, type PreferenceChange } from '#src/features/preferences/preferences.ts';
import { type SaveState, saveStateOf } from '#src/features/preferences/rules/save-state.ts';
import { preferenceEngine, usePreferences } from '#src/features/preferences/store/preference-store.ts';

/** The state of the latest choice: `visit` ends with the tab, or where storage is blocked with the page. */
export type Saving = SaveState | 'visit';

/** Follows the saving of the choices made in the dialog. */
export function useSaving() {
  const [place, setPlace] = useState<'visit' | 'browser' | 'server' | null>(null);
  const onServer = usePreferences(saveStateOf);
  const saving: Saving | null = place === 'server' ? onServer : place === 'browser' ? 'saved' : place;
  return {
    /** Null before the first choice. */
    saving,
    /** Call it once `change` has been chosen. */
    noteChoice: (change: PreferenceChange) => setPlace(placeOf(change)),
    noteReset: () => setPlace(placeOf({})),
    /** Call it once a setting of this browser has been written. */
    noteSetting: (isKept: boolean) => setPlace(isKept ? 'browser' : 'visit'),
  };
}

function placeOf(change: PreferenceChange): 'visit' | 'browser' | 'server' {
  const { phase, isMobile } = preferenceEngine.getState();
  if (phase === 'guest' || phase === 'unavailable') {
    const copy = phase === 'guest' ? 'guest' : 'user';
    // Read back: a browser may keep nothing.
    return isEmpty(differences(change, storedPreferences.read(copy))) ? 'browser' : 'visit';
  }
  return isMobile && change.favoriteStreamId === undefined ? 'visit' : 'server';
}
