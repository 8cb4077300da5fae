import { isLanguage, type Language } from '#src/contract/languages.ts';
import { THEMES, type Theme } from '#src/contract/limits.ts';
import { isStreamId, type StreamId } from '#src/contract/streams.ts';
import type { PreferenceChange } from '#src/features/preferences/preferences.ts';
import type { PreferenceCopy } from '#src/features/preferences/rules/preference-events.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';

/** A copy of the preferences in the browser [A53]; a field that is missing or spoilt counts as not chosen. */
export interface StoredPreferences {
  /** 0 to 1 */
  readonly volume?: number;
  readonly language?: Language;
  readonly theme?: Theme;
  readonly lastStreamId?: StreamId;
  readonly favoriteStreamId?: StreamId;
}

/** The preference copies of this browser. */
export class PreferenceStorage {
  readonly #storage: BrowserStorage;

  /** @param storage where it is blocked, the choices last as long as the page */
  constructor(storage: BrowserStorage) {
    this.#storage = storage;
  }

  read(copy: PreferenceCopy): StoredPreferences {
    return readFields(fieldsOf(this.#storage.readJson(copy)));
  }

  /** Removes the choices for a visit, unless they are this member's. */
  keepOf(user: string | undefined): void {
    if (fieldsOf(this.#storage.readJson('visit')).user !== user) this.remove('visit');
  }

  /** @param user its owner, where it has one */
  write(copy: PreferenceCopy, change: PreferenceChange, user?: string): void {
    const stored = fieldsOf(this.#storage.readJson(copy));
    this.#storage.write(copy, JSON.stringify({ ...stored, ...change, user }));
  }

  remove(copy: PreferenceCopy): void {
    this.#storage.remove(copy);
  }
}

export const storedPreferencesOf = onePerPage(({ storage }) => new PreferenceStorage(storage));
export const visitPreferencesOf = onePerPage(({ tabStorage }) => new PreferenceStorage(tabStorage));

/** Reads by hand: a schema library would be a tenth of what the first page loads. */
export function readFields(copy: Readonly<Record<string, unknown>>): StoredPreferences {
  const { volume, language, theme, lastStreamId, favoriteStreamId } = copy;
  return {
    ...(isVolume(volume) && { volume }),
    ...(isLanguage(language) && { language }),
    ...(isTheme(theme) && { theme }),
    ...(isStreamId(lastStreamId) && { lastStreamId }),
    ...(isStreamId(favoriteStreamId) && { favoriteStreamId }),
  };
}

function isVolume(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

function isTheme(value: unknown): value is Theme {
  return THEMES.some((theme) => theme === value);
}

/** Returns the fields of a copy; none for anything that is no copy. */
export function fieldsOf(copy: unknown): Record<string, unknown> {
  return typeof copy === 'object' && copy !== null && !Array.isArray(copy) ? { ...copy } : {};
}
