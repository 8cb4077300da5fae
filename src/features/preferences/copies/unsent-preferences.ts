import {
  isEmpty,
  only,
  PREFERENCE_NAMES,
  type PreferenceName,
} from '#src/features/preferences/preferences.ts';
import { NOTHING_UNSENT, type Unsent } from '#src/features/preferences/rules/unsent.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { fieldsOf, readFields } from './stored-preferences.ts';

export const UNSENT_KEY = 'unsent';

/** One member's unsent choices, kept for the next page, with the times by which the server knows the newer one. */
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

  write(userId: string | undefined, { change, at, after }: Unsent): void {
    if (userId === undefined || isEmpty(change)) {
      this.#storage.remove(UNSENT_KEY);
      return;
    }
    const entry = { user: userId, change, at: only(at, change), after: only(after, change) };
    this.#storage.write(UNSENT_KEY, JSON.stringify(entry));
  }
}

export const unsentPreferencesOf = onePerPage(({ storage }) => new UnsentStorage(storage));

/** Reads what a tab has written; anything else, or another member's entry, counts as nothing. */
export function readUnsent(entry: string | null, userId: string | undefined): Unsent {
  const stored = fieldsOf(parse(entry));
  if (userId === undefined || stored.user !== userId) return NOTHING_UNSENT;
  const [change, at, after] = [fieldsOf(stored.change), fieldsOf(stored.at), fieldsOf(stored.after)];
  return {
    change: readFields(change),
    at: readTimes(at, (ms) => typeof ms === 'number'),
    after: readTimes(after, isDate),
  };
}

function parse(entry: string | null): unknown {
  try {
    return JSON.parse(entry ?? 'null');
  } catch {
    return null;
  }
}

function isDate(time: unknown): time is string {
  return typeof time === 'string' && !Number.isNaN(Date.parse(time));
}

function readTimes<Time>(
  stored: Readonly<Record<string, unknown>>,
  isTime: (value: unknown) => value is Time,
): { [Name in PreferenceName]?: Time } {
  return Object.fromEntries(
    PREFERENCE_NAMES.flatMap((name) => {
      const time = stored[name];
      return isTime(time) ? [[name, time]] : [];
    }),
  );
}
