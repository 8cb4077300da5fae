import { PREFERENCES_ASK_EVERY_MS } from '#src/contract/limits.ts';
import {
  readUnsent,
  UNSENT_KEY,
  unsentPreferencesOf,
} from '#src/features/preferences/copies/unsent-preferences.ts';
import type { PreferenceEngine, PreferenceSync } from '#src/features/preferences/engine/preference-engine.ts';
import { type MemberEffect, SyncTalk } from '#src/features/preferences/engine/sync-talk.ts';
import type { Preferences } from '#src/features/preferences/preferences.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { forgetReturn } from '#src/page/session/return-choices.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { leadHome } from './lead-home.ts';
import { deletePreferences, loadPreferences, pushPreferences } from './preference-calls.ts';

/** Connects a member's preferences with the server and with their copies in the browser. Once a page. */
export function startSync(browser: Browser, engine: PreferenceEngine): PreferenceSync {
  const { dispatch, getState } = engine;
  keepUnsent(browser, engine);
  addEventListener('pagehide', () => dispatch({ type: 'leaving' }));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') dispatch({ type: 'leaving' });
  });
  followOtherDevices(browser, dispatch);
  return new SyncTalk({
    clock: browser.clock,
    getState,
    dispatch,
    load: () => loadPreferences(browser),
    push: (change) => pushPreferences(browser, change),
    reset: () => deletePreferences(browser),
    carryOut: (effect) => carryOut(browser, engine, effect),
  });
}

/**
 * A page that is in sight hears of what another device has chosen: when its window is used again, and by
 * itself [A88].
 */
function followOtherDevices({ clock }: Browser, dispatch: PreferenceEngine['dispatch']): void {
  const ask = () => dispatch({ type: 'woken' });
  addEventListener('focus', ask);
  clock.every(PREFERENCES_ASK_EVERY_MS, () => {
    if (document.visibilityState === 'visible') ask();
  });
}

/** Finds unsent changes of an earlier page, keeps those of this page for the next, and follows other tabs. */
function keepUnsent(browser: Browser, { getState, subscribe, dispatch }: PreferenceEngine): void {
  const userId = () => sessionOf(browser).getState().user?.id;
  const copy = unsentPreferencesOf(browser);
  dispatch({ type: 'unsent-found', unsent: copy.read(userId()) });
  let { unsent: kept } = getState();
  subscribe(() => {
    const { unsent, server } = getState();
    if (unsent === kept) return;
    kept = unsent;
    copy.write(userId(), unsent, server);
  });
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== UNSENT_KEY) return;
    // What was unsent for a moment is gone from the storage, but an answer under way may lack it.
    kept = readUnsent(newValue, userId());
    dispatch({ type: 'unsent-changed', unsent: kept });
  });
}

function carryOut(browser: Browser, engine: PreferenceEngine, effect: MemberEffect): void {
  if (effect.do === 'announce-synced') announceSynced(effect.preferences);
  else if (effect.do === 'forget-returning') forgetReturn();
  else if (effect.do === 'end-session') sessionOf(browser).clear();
  else if (effect.do === 'report') report(effect);
  else leadHome(browser, engine, effect);
}

function report({ problem, status }: Extract<MemberEffect, { do: 'report' }>): void {
  console.warn(`preferences: ${problem} (${status})`);
  dispatchEvent(new Event('preferences-unsynced'));
}

/** For other parts of the page, other scripts included. */
function announceSynced(detail: Preferences): void {
  dispatchEvent(new CustomEvent('preferences-synced', { detail }));
}
