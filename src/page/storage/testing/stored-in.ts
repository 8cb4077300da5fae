import { BrowserStorage } from '#src/page/storage/browser-storage.ts';

/** A browser's storage that holds what is in the map, and writes into it. */
export function storedIn(items = new Map<string, string>()): BrowserStorage {
  return new BrowserStorage(() => ({
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  }));
}
