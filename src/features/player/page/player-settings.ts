import type { BrowserStorage } from '#src/page/storage/browser-storage.ts';

const KEY = 'onde-player';

/** This browser's choices for the player. */
export interface PlayerSettings {
  /** Whether single keys are commands (WCAG 2.1.4: they can be switched off). */
  readonly shortcuts: boolean;
  /** Whether a new track is announced to assistive technology. */
  readonly announcements: boolean;
  /** Whether a member is told of a favourite that begins on another stream [R55]. */
  readonly yourSong: boolean;
}

/** What could not be kept holds for the visit. */
const unkept = new WeakMap<BrowserStorage, PlayerSettings>();

/** Everything is on until it has been switched off. */
export function readPlayerSettings(storage: BrowserStorage): PlayerSettings {
  const settings: unknown = unkept.get(storage) ?? storage.readJson(KEY);
  const isOn = (name: keyof PlayerSettings) => Reflect.get(Object(settings), name) !== false;
  return {
    shortcuts: isOn('shortcuts'),
    announcements: isOn('announcements'),
    yourSong: isOn('yourSong'),
  };
}

/** @returns whether they are kept for later visits */
export function writePlayerSettings(storage: BrowserStorage, settings: PlayerSettings): boolean {
  const isKept = storage.write(KEY, JSON.stringify(settings));
  if (isKept) unkept.delete(storage);
  else unkept.set(storage, settings);
  return isKept;
}
