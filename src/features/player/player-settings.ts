import * as z from 'zod/mini';

const KEY = 'onde-player';

const settingsSchema = z.object({
  /** Whether single keys are commands (WCAG 2.1.4: they can be switched off). */
  shortcuts: z.catch(z.boolean(), true),
  /** Whether a new track is announced to assistive technology. */
  announcements: z.catch(z.boolean(), true),
});
export type PlayerSettings = z.infer<typeof settingsSchema>;

/** This browser's choices for the player. Everything on until chosen, or where storage is blocked. */
export function readPlayerSettings(): PlayerSettings {
  try {
    return settingsSchema.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    return { shortcuts: true, announcements: true };
  }
}

export function writePlayerSettings(settings: PlayerSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Blocked storage: the choice lasts as long as the dialog.
  }
}
