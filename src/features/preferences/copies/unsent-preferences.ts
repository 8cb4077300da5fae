import { isEmpty, PREFERENCE_NAMES, type PreferenceChange } from '#src/features/preferences/preferences.ts';
import { NOTHING_UNSENT, type PreferenceBase, type Unsent } from '#src/features/preferences/rules/unsent.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { fieldsOf, readFields, type StoredPreferences } from './stored-preferences.ts';

export const UNSENT_KEY = 'unsent';

/**
 * One member's unsent choices, kept for the next page. Each field stands beside the server's value at the
 * time, so that a later choice of another device is noticed.
 */
export class UnsentStorage {
  readonly #storage: BrowserStorage;

  /** @param storage where it is blocked, unsent choices last as long as the page */
  constructor(storage: BrowserStorage) {
    this.#storage = storage;
  }

  /** @param userId the member; those of another one count as none */
  read(userId: string | undefined): Unsent {
    return readUnsent(this.#storage.read(UNSENT_KEY), userId);
  }

  /** @param server the member's choices in the server's last answer; null without one */
  write(userId: string | undefined, { change, base }: Unsent, server: PreferenceChange | null): void {
    if (userId === undefined || isEmpty(change)) {
      this.#storage.remove(UNSENT_KEY);
      return;
    }
    const known = server && Object.fromEntries(PREFERENCE_NAMES.map((name) => [name, server[name] ?? null]));
    const entry = { user: userId, change, base: { ...known, ...base } };
    this.#storage.write(UNSENT_KEY, JSON.stringify(entry));
  }
}

export const unsentPreferencesOf = onePerPage(({ storage }) => new UnsentStorage(storage));

/** Reads what a tab has written; anything else, or another member's entry, counts as nothing. */
export function readUnsent(entry: string | null, userId: string | undefined): Unsent {
  const stored = fieldsOf(parse(entry));
  if (userId === undefined || stored.user !== userId) return NOTHING_UNSENT;
  return { change: readFields(fieldsOf(stored.change)), base: readBase(fieldsOf(stored.base)) };
}

function parse(entry: string | null): unknown {
  try {
    return JSON.parse(entry ?? 'null');
  } catch {
    return null;
  }
}

function readBase(stored: Readonly<Record<string, unknown>>): PreferenceBase {
  const chosen: StoredPreferences = readFields(stored);
  const none = PREFERENCE_NAMES.filter((name) => stored[name] === null).map((name) => [name, null]);
  return { ...chosen, ...Object.fromEntries(none) };
}
