import type { Clock } from '#src/platform/clock/clock.ts';

/** The sound of a press comes first: fetching and starting a script beside it made it half as late again. */
const SOUND_FIRST_MS = 300;
const AGAIN_MS = 5_000;

/**
 * Imports what watches over the sound, or says what is heard, and calls back with it; again and again while that fails.
 * @param isNeeded whether nothing sounds before; for what comes once something sounds as well
 */
export function importLate<Script>(
  clock: Clock,
  load: () => Promise<Script>,
  use: (script: Script) => void,
  isNeeded = false,
): void {
  const attempt = () => load().then(use, () => clock.after(AGAIN_MS, attempt));
  clock.after(isNeeded ? 0 : SOUND_FIRST_MS, attempt);
}
