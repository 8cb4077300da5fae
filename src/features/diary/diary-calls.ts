import type { Browser } from '#src/page/browser/browser.ts';
import { callWire } from '#src/page/wire/call-wire.ts';
import { importNothing } from '#src/page/wire/import-nothing.ts';
import { shownLanguage } from '#src/page/wire/shown-language.ts';
import type { Diary, HeardPlay } from './diary.wire.ts';

/** The calls below throw a CallError whose message is the server's own where it gave one. */
const endpoint = 'diary';

const importDiary = () => import('./diary.wire.ts').then((file) => file.diarySchema);
const importUnknown = () => import('./diary.wire.ts').then((file) => file.unknownPlaysSchema);

/**
 * Loads entries of the member's diary, newest first, and whether it is on.
 * @param asked.limit 0 to `DIARY_ROWS_MAX`
 * @param asked.before the `next` of the call before; null for the newest
 */
export function loadDiary(
  browser: Browser,
  asked: { limit: number; before: string | null },
  signal?: AbortSignal,
): Promise<Diary> {
  const parameters = { limit: String(asked.limit), ...(asked.before !== null && { before: asked.before }) };
  return callWire(
    browser,
    { endpoint, method: 'GET', parameters, language: shownLanguage() },
    importDiary,
    signal,
  );
}

/**
 * Sends plays that were listened to, even when the page is closed meanwhile. Returns those that the radio
 * does not know.
 */
export async function sendHeard(
  browser: Browser,
  entries: readonly HeardPlay[],
): Promise<readonly HeardPlay[]> {
  const call = { endpoint, method: 'POST', keepalive: true, language: shownLanguage() } as const;
  return (await callWire(browser, { ...call, body: { entries: [...entries] } }, importUnknown)).unknown;
}

/**
 * Puts an entry back that has just been removed.
 * @throws where the radio does not know the play by that title any more, as after a correction of a tag
 */
export async function restoreEntry(browser: Browser, entry: HeardPlay): Promise<void> {
  const body = { entries: [entry], restored: true };
  const call = { endpoint, method: 'POST', body, language: shownLanguage() } as const;
  const { unknown } = await callWire(browser, call, importUnknown);
  if (unknown.length > 0) throw new Error('The radio does not know this play any more.');
}

/** @param change.erase whether kept entries go as well */
export function switchDiary(browser: Browser, change: { enabled: boolean; erase: boolean }): Promise<Diary> {
  return callWire(browser, { endpoint, method: 'PUT', body: change, language: shownLanguage() }, importDiary);
}

/** @param id of an entry, or all of them */
export function eraseEntry(browser: Browser, id: string | 'all'): Promise<void> {
  return callWire(
    browser,
    { endpoint, method: 'DELETE', parameters: { id }, language: shownLanguage() },
    importNothing,
  );
}
