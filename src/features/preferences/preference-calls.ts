import { DEFAULT_LANGUAGE, isLanguage } from '#src/contract/languages.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import type { PreferenceChange } from './preferences.ts';
import type { ServerPreferences } from './preferences.wire.ts';

/** The member's own choices among the preferences. */
export async function loadPreferences(): Promise<PreferenceChange> {
  const { preferences, saved } = await call('GET');
  return Object.fromEntries(saved.map((name) => [name, preferences[name]]));
}

/** Reaches the server even when the page is closed meanwhile. */
export async function pushPreferences(change: PreferenceChange): Promise<void> {
  await call('POST', { preferences: change });
}

export async function deletePreferences(): Promise<void> {
  await call('DELETE');
}

async function call(method: 'GET' | 'POST' | 'DELETE', body?: object): Promise<ServerPreferences> {
  const { lang } = document.documentElement;
  const language = isLanguage(lang) ? lang : DEFAULT_LANGUAGE;
  const { reply, status } = await callWire({
    endpoint: 'preferences',
    method,
    language,
    body,
    keepalive: method !== 'GET',
  });
  const [{ readReply }, { serverPreferencesSchema }] = await Promise.all([
    import('#src/page/wire/read-reply.ts'),
    import('./preferences.wire.ts'),
  ]);
  return readReply(reply, serverPreferencesSchema, status);
}
