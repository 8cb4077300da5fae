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

/** Everything is on until it has been switched off. */
export function readPlayerSettings(storage: BrowserStorage): PlayerSettings {
  const stored = storage.readJson(KEY);
  return {
    shortcuts: !isOff(stored, 'shortcuts'),
    announcements: !isOff(stored, 'announcements'),
    yourSong: !isOff(stored, 'yourSong'),
  };
}

export function writePlayerSettings(storage: BrowserStorage, settings: PlayerSettings): void {
  storage.write(KEY, JSON.stringify(settings));
}

function isOff(stored: unknown, name: keyof PlayerSettings): boolean {
  return typeof stored === 'object' && stored !== null && Reflect.get(stored, name) === false;
}
