/** What is used of `Storage`. */
export type Storing = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * What this browser keeps. Blocked, full or spoilt storage is none: what is read is missing, what is written
 * does not last.
 */
export class BrowserStorage {
  readonly #open: () => Storing;

  /** @param open is asked for each time; may throw where storage is blocked */
  constructor(open: () => Storing) {
    this.#open = open;
  }

  read(key: string): string | null {
    try {
      return this.#open().getItem(key);
    } catch {
      return null;
    }
  }

  /** Null also for what is no JSON. */
  readJson(key: string): unknown {
    try {
      return JSON.parse(this.read(key) ?? 'null');
    } catch {
      return null;
    }
  }

  /** @returns whether it is kept */
  write(key: string, value: string): boolean {
    try {
      this.#open().setItem(key, value);
      return true;
    } catch {
      return false;
    }
  }

  remove(...keys: readonly string[]): void {
    try {
      for (const key of keys) this.#open().removeItem(key);
    } catch {
      // What cannot be opened holds nothing.
    }
  }
}

/** The same in all tabs, and for good. */
export const browserStorage = new BrowserStorage(() => localStorage);
/** Ends with the tab. */
export const tabStorage = new BrowserStorage(() => sessionStorage);
