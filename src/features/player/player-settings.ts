const KEY = 'onde-player';

/** This browser's choices for the player. */
export interface PlayerSettings {
  /** Whether single keys are commands (WCAG 2.1.4: they can be switched off). */
  readonly shortcuts: boolean;
  /** Whether a new track is announced to assistive technology. */
  readonly announcements: boolean;
}

/** Everything is on until it has been switched off. */
export function readPlayerSettings(): PlayerSettings {
  let stored: unknown = null;
  try {
    stored = JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    // Blocked or spoilt storage: nothing has been chosen.
  }
  return { shortcuts: !isOff(stored, 'shortcuts'), announcements: !isOff(stored, 'announcements') };
}

export function writePlayerSettings(settings: PlayerSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Blocked storage: the choice lasts as long as the dialog.
  }
}

function isOff(stored: unknown, name: keyof PlayerSettings): boolean {
  return typeof stored === 'object' && stored !== null && Reflect.get(stored, name) === false;
}
