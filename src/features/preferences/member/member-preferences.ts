import type { Language } from '#src/contract/languages.ts';
import { PREFERENCES_ASK_EVERY_MS } from '#src/contract/limits.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { playerOf } from '#src/features/player/engine/player-store.ts';
import {
  readUnsent,
  UNSENT_KEY,
  unsentPreferencesOf,
} from '#src/features/preferences/copies/unsent-preferences.ts';
import type { PreferenceEngine, PreferenceSync } from '#src/features/preferences/engine/preference-engine.ts';
import { type MemberEffect, type SentTimes, SyncTalk } from '#src/features/preferences/engine/sync-talk.ts';
import type { PreferenceChange, PreferenceName, Preferences } from '#src/features/preferences/preferences.ts';
import type { Answer, PushAnswer } from '#src/features/preferences/rules/preference-events.ts';
import { homePath } from '#src/page/address/paths.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { forgetReturn } from '#src/page/session/return-choices.ts';
import { sessionOf } from '#src/page/session/session-store.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { shownLanguage } from '#src/page/wire/shown-language.ts';

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
    push: (change, chosen) => pushPreferences(browser, change, chosen),
    reset: () => deletePreferences(browser),
    carryOut: (effect) => carryOut(browser, engine, effect),
  });
}

/**
 * Learns what another device has chosen while the page is in sight: when its window is used again, and from
 * time to time [A88].
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
  let { unsent: kept, session: known } = getState();
  subscribe(() => {
    const { unsent, session, phase } = getState();
    const isGuest = phase === 'guest';
    const { user, isFromOtherTab } = sessionOf(browser).getState();
    // Of who has signed in in another tab meanwhile: what is stored is theirs [A117].
    const isTheirs = isGuest && user !== null && isFromOtherTab;
    if (unsent !== kept && !isTheirs) copy.write(user?.id, unsent);
    kept = unsent;
    if (isGuest || session === known) return;
    known = session;
    dispatch({ type: 'unsent-found', unsent: copy.read(userId()) });
  });
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== UNSENT_KEY) return;
    // A choice that was unsent for a moment has left the storage, but an answer under way may lack it.
    kept = readUnsent(newValue, userId());
    dispatch({ type: 'unsent-changed', unsent: kept });
  });
}

function carryOut(browser: Browser, engine: PreferenceEngine, effect: MemberEffect): void {
  if (effect.do === 'announce-synced') announceSynced(effect.preferences);
  else if (effect.do === 'forget-returning') forgetReturn(browser.storage);
  else if (effect.do === 'end-session') sessionOf(browser).clear();
  else if (effect.do === 'report') report(effect);
  else leadHome(browser, engine, effect);
}

function report({ problem, status }: Extract<MemberEffect, { do: 'report' }>): void {
  console.warn(`preferences: ${problem} (${status})`);
  dispatchEvent(new Event('preferences-unsynced'));
}

/** Tells other parts of the page, and other scripts. */
function announceSynced(detail: Preferences): void {
  dispatchEvent(new CustomEvent('preferences-synced', { detail }));
}

/** Goes where the preferences lead: to the member's favourite stream, in their language. */
function leadHome(
  browser: Browser,
  engine: PreferenceEngine,
  { language, streamId }: { language: Language; streamId: StreamId },
): void {
  // At once, although the new address does so too [R6]: the present stream is not opened anew before.
  if (streamId !== engine.getState().whereabouts.streamId)
    playerOf(browser).select(streamId, { autoplay: true });
  browser.navigate(homePath(language, streamId));
}

const endpoint = 'preferences';
const importSchema = () =>
  import('#src/features/preferences/preferences.wire.ts').then((file) => file.serverPreferencesSchema);

/** Loads the member's own choices among the preferences. */
async function loadPreferences(browser: Browser): Promise<Answer> {
  const { preferences, saved, chosen_at } = await callWire(
    browser,
    { endpoint, method: 'GET', language: shownLanguage() },
    importSchema,
  );
  return { saved: among(preferences, saved), chosenAt: chosen_at };
}

/** Sends a change, which arrives even when the page is closed meanwhile. */
async function pushPreferences(
  browser: Browser,
  change: PreferenceChange,
  chosen: SentTimes,
): Promise<PushAnswer> {
  const body = { preferences: change, ...(Object.keys(chosen).length > 0 && { chosen }) };
  const { preferences, chosen_at, overtaken } = await callWire(
    browser,
    { endpoint, method: 'POST', body, language: shownLanguage(), keepalive: true },
    importSchema,
  );
  return { chosenAt: chosen_at, newer: among(preferences, overtaken) };
}

async function deletePreferences(browser: Browser): Promise<PushAnswer> {
  const { chosen_at } = await callWire(
    browser,
    { endpoint, method: 'DELETE', language: shownLanguage(), keepalive: true },
    importSchema,
  );
  return { chosenAt: chosen_at, newer: {} };
}

/** Returns the named ones that there are. */
function among(preferences: PreferenceChange, names: readonly PreferenceName[]): PreferenceChange {
  return Object.fromEntries(
    names.flatMap((name) => (preferences[name] === undefined ? [] : [[name, preferences[name]]])),
  );
}
