import {
  storedPreferencesOf,
  visitPreferencesOf,
} from '#src/features/preferences/copies/stored-preferences.ts';
import { PreferenceEngine } from '#src/features/preferences/engine/preference-engine.ts';
import type { PageEffect } from '#src/features/preferences/rules/preference-events.ts';
import {
  INITIAL_PREFERENCE_STATE,
  type PreferenceState,
} from '#src/features/preferences/rules/preference-state.ts';
import { type Browser, onePerPage } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useSelected } from '#src/page/browser/use-observed.ts';
import { forgetReturnLanguage, renewReturnStream } from '#src/page/session/return-choices.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { showTheme } from '#src/page/theme/shown-theme.ts';

/** The page's preference machine. On the server it exists but nothing ever happens to it. */
export const preferencesOf = onePerPage(
  (browser) =>
    new PreferenceEngine({
      clock: browser.clock,
      importSync: (engine) =>
        import('#src/features/preferences/member/member-preferences.ts').then((file) =>
          file.startSync(browser, engine),
        ),
      carryOut: (effect) => carryOut(browser, effect),
    }),
);

/** Reads the preferences in a component; the defaults while hydrating. */
export function usePreferences<T>(selector: (state: PreferenceState) => T): T {
  return useSelected(preferencesOf(useBrowser()), INITIAL_PREFERENCE_STATE, selector);
}

function carryOut(browser: Browser, effect: PageEffect): void {
  if (effect.do === 'remember') remember(browser, effect);
  else if (effect.do === 'show-theme') showTheme(effect.theme);
  else if (effect.do === 'remove-copy') storedPreferencesOf(browser).remove(effect.copy);
  else {
    const { copy, change } = effect;
    if (copy === 'visit')
      visitPreferencesOf(browser).write(copy, change, sessionOf(browser).getState().user?.id);
    else storedPreferencesOf(browser).write(copy, change);
    if (copy === 'guest' && change.lastStreamId) renewReturnStream(browser.storage, change.lastStreamId);
  }
}

function remember({ storage }: Browser, choice: { language?: string; theme?: string }): void {
  if (choice.language) {
    storage.write('language', choice.language);
    forgetReturnLanguage(storage);
  }
  if (choice.theme) storage.write('theme', choice.theme);
}
