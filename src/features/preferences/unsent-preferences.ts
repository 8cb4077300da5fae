import { isEmpty, PREFERENCE_NAMES, type PreferenceChange } from './preferences.ts';
import { parseCopy, readFields, type StoredPreferences } from './stored-preferences.ts';
import { NOTHING_UNSENT, type PreferenceBase, type Unsent } from './unsent.ts';

export const UNSENT_KEY = 'unsent';

/**
 * One member's unsent choices, kept for the next page. Each field stands beside the server's value at the time, so that
 * a later choice of another device is noticed.
 */
export class UnsentStorage {
  readonly #open: () => Storage;

  /** @param open gives the browser's storage; may throw where it is blocked: nothing is then kept. */
  constructor(open: () => Storage = () => localStorage) {
    this.#open = open;
  }

  /** @param userId whose they are: those of another member count as none */
  read(userId: string | undefined): Unsent {
    try {
      const stored = parseCopy(this.#open().getItem(UNSENT_KEY));
      if (userId === undefined || stored.user !== userId) return NOTHING_UNSENT;
      return { change: readFields(fieldsOf(stored.change)), base: readBase(fieldsOf(stored.base)) };
    } catch {
      return NOTHING_UNSENT;
    }
  }

  /** @param server the member's choices in the server's last answer; null without one */
  write(userId: string | undefined, { change, base }: Unsent, server: PreferenceChange | null): void {
    try {
      const storage = this.#open();
      if (userId === undefined || isEmpty(change)) {
        storage.removeItem(UNSENT_KEY);
        return;
      }
      const known =
        server && Object.fromEntries(PREFERENCE_NAMES.map((name) => [name, server[name] ?? null]));
      const entry = { user: userId, change, base: { ...known, ...base } };
      storage.setItem(UNSENT_KEY, JSON.stringify(entry));
    } catch {
      // Blocked storage: unsent choices last as long as the page.
    }
  }
}

export const unsentPreferences = new UnsentStorage();

function readBase(stored: Readonly<Record<string, unknown>>): PreferenceBase {
  const chosen: StoredPreferences = readFields(stored);
  const none = PREFERENCE_NAMES.filter((name) => stored[name] === null).map((name) => [name, null]);
  return { ...chosen, ...Object.fromEntries(none) };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
