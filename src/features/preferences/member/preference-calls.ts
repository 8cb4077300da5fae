import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#src/contract/languages.ts';
import type { PreferenceChange } from '#src/features/preferences/preferences.ts';
import type { Browser } from '#src/page/browser/browser.ts';
import { callWire } from '#src/page/wire/call-wire.ts';

const endpoint = 'preferences';
const importSchema = async () =>
  (await import('#src/features/preferences/preferences.wire.ts')).serverPreferencesSchema;

/** The member's own choices among the preferences. */
export async function loadPreferences(browser: Browser): Promise<PreferenceChange> {
  const { preferences, saved } = await callWire(
    browser,
    { endpoint, method: 'GET', language: shownLanguage() },
    importSchema,
  );
  return Object.fromEntries(
    saved.flatMap((name) => (preferences[name] === undefined ? [] : [[name, preferences[name]]])),
  );
}

/** Reaches the server even when the page is closed meanwhile. */
export async function pushPreferences(browser: Browser, change: PreferenceChange): Promise<void> {
  const body = { preferences: change };
  await callWire(
    browser,
    { endpoint, method: 'POST', body, language: shownLanguage(), keepalive: true },
    importSchema,
  );
}

export async function deletePreferences(browser: Browser): Promise<void> {
  await callWire(
    browser,
    { endpoint, method: 'DELETE', language: shownLanguage(), keepalive: true },
    importSchema,
  );
}

function shownLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
}
