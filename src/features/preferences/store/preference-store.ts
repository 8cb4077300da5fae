import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { storedPreferences, visitPreferences } from '#src/features/preferences/copies/stored-preferences.ts';
import { PreferenceEngine } from '#src/features/preferences/engine/preference-engine.ts';
import type { PreferenceChange } from '#src/features/preferences/preferences.ts';
import type { PageEffect } from '#src/features/preferences/rules/preference-events.ts';
import {
  INITIAL_PREFERENCE_STATE,
  type PreferenceState,
} from '#src/features/preferences/rules/preference-state.ts';
import { useObserved } from '#src/page/browser/use-observed.ts';
import { forgetReturnLanguage } from '#src/page/session/return-choices.ts';
import { browserStorage } from '#src/page/storage/browser-storage.ts';
import { showTheme } from '#src/page/theme/shown-theme.ts';

type GoTo = (target: { language: Language; streamId: StreamId }) => void;
let goTo: GoTo = () => {};

/** The page's one preference machine. On the server it exists but nothing ever happens to it. */
export const preferenceEngine = new PreferenceEngine({
  importSync: async (engine) =>
    (await import('#src/features/preferences/member/member-preferences.ts')).startSync(engine, (target) =>
      goTo(target),
    ),
  carryOut,
});

/**
 * Makes a choice: it is in force at once and kept where it belongs.
 * @param isShown counts a choice of what is in force already: made before the page heard, or before the server was asked
 */
export function choosePreference(change: PreferenceChange, isShown = false): void {
  preferenceEngine.dispatch({ type: 'chosen', change, isShown });
}

/** Sets the function that leads a member to the favourite stream. */
export function followPreferences(go: GoTo): () => void {
  goTo = go;
  return () => {
    goTo = () => {};
  };
}

/** Reads the preferences in a component; the defaults while hydrating. */
export function usePreferences<T>(selector: (state: PreferenceState) => T): T {
  return useObserved(
    preferenceEngine,
    () => selector(preferenceEngine.getState()),
    () => selector(INITIAL_PREFERENCE_STATE),
  );
}

function carryOut(effect: PageEffect): void {
  if (effect.do === 'remember') remember(effect);
  else if (effect.do === 'show-theme') showTheme(effect.theme);
  else {
    const storage = effect.copy === 'visit' ? visitPreferences : storedPreferences;
    if (effect.do === 'write-copy') storage.write(effect.copy, effect.change);
    else storage.remove(effect.copy);
  }
}

function remember(choice: { language?: string; theme?: string }): void {
  if (choice.language) {
    browserStorage.write('language', choice.language);
    forgetReturnLanguage();
  }
  if (choice.theme) browserStorage.write('theme', choice.theme);
}
