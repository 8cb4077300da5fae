import * as z from 'zod/mini';
import { isLanguage, type Language } from '#src/spec/languages.ts';
import { THEMES } from '#src/spec/limits.ts';
import { isStreamId, type StreamId } from '#src/spec/streams.ts';

const streamId = z.custom<StreamId>(isStreamId);
const readable = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(schema), undefined);

/** A copy of the preferences in the browser (accounts.md §3); a field that is missing or spoilt counts as not chosen. */
export const storedPreferencesSchema = z.object({
  volume: readable(z.number().check(z.minimum(0), z.maximum(1))),
  language: readable(z.custom<Language>(isLanguage)),
  theme: readable(z.enum(THEMES)),
  lastStreamId: readable(streamId),
  favoriteStreamId: readable(streamId),
});
export type StoredPreferences = z.infer<typeof storedPreferencesSchema>;

type Change = { [K in keyof StoredPreferences]?: NonNullable<StoredPreferences[K]> };

/** The preference copies of this browser: `user` while a token is stored, else `guest`. */
export class PreferenceStorage {
  readonly #open: () => Storage;

  /** @param open gives the browser's storage; may throw where it is blocked, the choices then last as long as the page. */
  constructor(open: () => Storage = () => localStorage) {
    this.#open = open;
  }

  read(): StoredPreferences {
    return this.#withStorage((storage) => parseCopy(storage.getItem(copyKey(storage)))) ?? {};
  }

  write(change: Change): void {
    this.#withStorage((storage) => {
      const key = copyKey(storage);
      storage.setItem(key, JSON.stringify({ ...rawCopy(storage.getItem(key)), ...change }));
    });
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

function copyKey(storage: Storage): 'user' | 'guest' {
  return storage.getItem('authToken') ? 'user' : 'guest';
}

function parseCopy(text: string | null): StoredPreferences {
  return storedPreferencesSchema.parse(rawCopy(text));
}

function rawCopy(text: string | null): Record<string, unknown> {
  const copy = z.catch(z.record(z.string(), z.unknown()), {});
  try {
    return copy.parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}
