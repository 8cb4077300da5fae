import { expect, test } from 'vitest';
import { BrowserStorage } from '#src/page/storage/browser-storage.ts';
import { storedIn } from '#src/page/storage/testing/stored-in.ts';
import { readPlayerSettings, writePlayerSettings } from './player-settings.ts';

const KEY = 'onde-player';
const ON = { shortcuts: true, announcements: true, yourSong: true };

/** A browser's storage that has room for what is in the map, and for more once that is said. */
function fullWith(items: Map<string, string>) {
  let hasRoom = false;
  const storage = new BrowserStorage(() => ({
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      if (!hasRoom) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key) => void items.delete(key),
  }));
  const makeRoom = () => {
    hasRoom = true;
  };
  return { storage, makeRoom };
}

test('everything is on until it is switched off, and stays off', () => {
  const items = new Map<string, string>();
  expect(readPlayerSettings(storedIn(items))).toEqual(ON);
  expect(writePlayerSettings(storedIn(items), { ...ON, yourSong: false })).toBe(true);
  expect(readPlayerSettings(storedIn(items))).toEqual({ ...ON, yourSong: false });
});

test.each(['{', 'null', '7', '[]', '{"shortcuts":"no"}'])(
  'what is no setting, as %s, leaves all on',
  (text) => {
    expect(readPlayerSettings(storedIn(new Map([[KEY, text]])))).toEqual(ON);
  },
);

test('what is switched off is so for the visit where the storage is blocked', () => {
  const storage = new BrowserStorage(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  expect(writePlayerSettings(storage, { ...ON, shortcuts: false })).toBe(false);
  expect(readPlayerSettings(storage)).toEqual({ ...ON, shortcuts: false });
});

test('so it is where the storage is full, until it has room: then another tab may change it', () => {
  const items = new Map([[KEY, JSON.stringify(ON)]]);
  const { storage, makeRoom } = fullWith(items);
  expect(writePlayerSettings(storage, { ...ON, shortcuts: false })).toBe(false);
  expect(readPlayerSettings(storage)).toEqual({ ...ON, shortcuts: false });
  makeRoom();
  expect(writePlayerSettings(storage, ON)).toBe(true);
  writePlayerSettings(storedIn(items), { ...ON, announcements: false });
  expect(readPlayerSettings(storage)).toEqual({ ...ON, announcements: false });
});
