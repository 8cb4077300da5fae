import { isLanguage, type Language } from '#src/contract/languages.ts';
import { THEMES, type Theme } from '#src/contract/limits.ts';
import { isStreamId, type StreamId } from '#src/contract/streams.ts';
import type { PreferenceCopy } from './preference-events.ts';
import type { PreferenceChange } from './preferences.ts';

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
  readonly #open: () => Storage;

  /** @param open gives the browser's storage; may throw where it is blocked, the choices then last as long as the page. */
  constructor(open: () => Storage = () => localStorage) {
    this.#open = open;
  }

  read(copy: PreferenceCopy): StoredPreferences {
    return this.#withStorage((storage) => readFields(parseCopy(storage.getItem(copy)))) ?? {};
  }

  write(copy: PreferenceCopy, change: PreferenceChange): void {
    this.#withStorage((storage) => {
      storage.setItem(copy, JSON.stringify({ ...parseCopy(storage.getItem(copy)), ...change }));
    });
  }

  remove(copy: PreferenceCopy): void {
    this.#withStorage((storage) => storage.removeItem(copy));
  }

  #withStorage<T>(work: (storage: Storage) => T): T | undefined {
    try {
      return work(this.#open());
    } catch {
      return undefined;
    }
  }
}

export const storedPreferences = new PreferenceStorage();
export const visitPreferences = new PreferenceStorage(() => sessionStorage);

/** By hand: a schema library would be a tenth of what the first page loads. */
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

export function parseCopy(text: string | null): Record<string, unknown> {
  try {
    const copy: unknown = JSON.parse(text ?? '{}');
    return typeof copy === 'object' && copy !== null && !Array.isArray(copy) ? { ...copy } : {};
  } catch {
    return {};
  }
}
