import { PREFERENCES_ASK_EVERY_MS } from '#src/contract/limits.ts';
import {
  readUnsent,
  UNSENT_KEY,
  unsentPreferences,
} from '#src/features/preferences/copies/unsent-preferences.ts';
import type { PreferenceEngine, PreferenceSync } from '#src/features/preferences/engine/preference-engine.ts';
import { type MemberEffect, SyncTalk } from '#src/features/preferences/engine/sync-talk.ts';
import type { Preferences } from '#src/features/preferences/preferences.ts';
import { forgetReturn } from '#src/page/session/return-choices.ts';
import { session } from '#src/page/session/session-store.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { deletePreferences, loadPreferences, pushPreferences } from './preference-calls.ts';

type GoTo = (target: Extract<MemberEffect, { do: 'go' }>) => void;

/** Connects a member's preferences with the server and with their copies in the browser. Once a page. */
export function startSync(engine: PreferenceEngine, goTo: GoTo): PreferenceSync {
  const { dispatch, getState } = engine;
  keepUnsent(engine);
  addEventListener('pagehide', () => dispatch({ type: 'leaving' }));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') dispatch({ type: 'leaving' });
  });
  followOtherDevices(dispatch);
  return new SyncTalk({
    clock: systemClock,
    getState,
    dispatch,
    load: loadPreferences,
    push: pushPreferences,
    reset: deletePreferences,
    carryOut: (effect) => carryOut(effect, goTo),
  });
}

/** A page that is in sight hears of what another device has chosen: when its window is used again, and by itself [A88]. */
function followOtherDevices(dispatch: PreferenceEngine['dispatch']): void {
  const ask = () => dispatch({ type: 'woken' });
  addEventListener('focus', ask);
  systemClock.every(PREFERENCES_ASK_EVERY_MS, () => {
    if (document.visibilityState === 'visible') ask();
  });
}

const userId = () => session.getState().user?.id;

/** Finds unsent changes of an earlier page, keeps those of this page for the next, and follows other tabs. */
function keepUnsent({ getState, subscribe, dispatch }: PreferenceEngine): void {
  dispatch({ type: 'unsent-found', unsent: unsentPreferences.read(userId()) });
  let { unsent: kept } = getState();
  subscribe(() => {
    const { unsent, server } = getState();
    if (unsent === kept) return;
    kept = unsent;
    unsentPreferences.write(userId(), unsent, server);
  });
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== UNSENT_KEY) return;
    // What was unsent for a moment is gone from the storage, but an answer under way may lack it.
    kept = readUnsent(newValue, userId());
    dispatch({ type: 'unsent-changed', unsent: kept });
  });
}

function carryOut(effect: MemberEffect, goTo: GoTo): void {
  if (effect.do === 'announce-synced') announceSynced(effect.preferences);
  else if (effect.do === 'forget-returning') forgetReturn();
  else if (effect.do === 'end-session') session.clear();
  else if (effect.do === 'report') report(effect);
  else goTo(effect);
}

function report({ problem, status }: Extract<MemberEffect, { do: 'report' }>): void {
  console.warn(`preferences: ${problem} (${status})`);
  dispatchEvent(new Event('preferences-unsynced'));
}

/** For other parts of the page, other scripts included. */
function announceSynced(detail: Preferences): void {
  dispatchEvent(new CustomEvent('preferences-synced', { detail }));
}
