import { useSyncExternalStore } from 'react';
import { systemClock } from '#src/platform/clock/clock.ts';
import type { Language } from '#src/spec/languages.ts';
import type { StreamId } from '#src/spec/streams.ts';
import { session } from '../accounts/session/session-store.ts';
import { type LocalEffect, PreferenceEngine } from './preference-engine.ts';
import { INITIAL_PREFERENCE_STATE, type PreferenceState } from './preference-sync.ts';
import type { PreferenceChange, Preferences } from './preferences.ts';
import { forgetReturn } from './return-choices.ts';
import { showTheme } from './shown-theme.ts';
import { storedPreferences } from './stored-preferences.ts';

type GoTo = (target: { language: Language; streamId: StreamId }) => void;
let goTo: GoTo = () => {};

/** Members alone need them. */
const importCalls = () => import('./preference-calls.ts');

/** The page's one preference machine. On the server it exists but nothing ever happens to it. */
export const preferenceEngine = new PreferenceEngine({
  clock: systemClock,
  load: async () => (await importCalls()).loadPreferences(),
  push: async (change) => (await importCalls()).pushPreferences(change),
  reset: async () => (await importCalls()).deletePreferences(),
  carryOut,
});

/** Something has been chosen: it is in force at once and kept where it belongs. */
export function choosePreference(change: PreferenceChange): void {
  preferenceEngine.dispatch({ type: 'chosen', change });
}

/** Who leads a member to their favourite stream. */
export function followPreferences(go: GoTo): () => void {
  goTo = go;
  return () => {
    goTo = () => {};
  };
}

/** Reads the preferences in a component; the defaults while hydrating. */
export function usePreferences<T>(selector: (state: PreferenceState) => T): T {
  return useSyncExternalStore(
    preferenceEngine.subscribe,
    () => selector(preferenceEngine.getState()),
    () => selector(INITIAL_PREFERENCE_STATE),
  );
}

function carryOut(effect: LocalEffect): void {
  if (effect.do === 'write-copy') storedPreferences.write(effect.copy, effect.change);
  else if (effect.do === 'remove-copy') storedPreferences.remove(effect.copy);
  else if (effect.do === 'remember') remember(effect);
  else if (effect.do === 'show-theme') showTheme(effect.theme);
  else if (effect.do === 'announce-synced') announceSynced(effect.preferences);
  else if (effect.do === 'forget-returning') forgetReturn();
  else if (effect.do === 'end-session') session.clear();
  else if (effect.do === 'report') console.warn(`preferences: ${effect.problem} (${effect.status})`);
  else goTo(effect);
}

/** For whoever else wants to know, other scripts of the page included. */
function announceSynced(detail: Preferences): void {
  dispatchEvent(new CustomEvent('preferences-synced', { detail }));
}

function remember(choice: { language?: string; theme?: string }): void {
  try {
    if (choice.language) localStorage.setItem('language', choice.language);
    if (choice.theme) localStorage.setItem('theme', choice.theme);
  } catch {
    // Blocked storage: the choice lasts as long as the page.
  }
}
