import type { LateSound } from '#src/features/player/sound/sound.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

/** The sound of a press comes first: fetching and starting a script beside it made it half as late again. */
const SOUND_FIRST_MS = 300;
const AGAIN_MS = 5_000;

/**
 * Imports what watches over the sound and calls back with it; again and again while that fails.
 * @param isNeeded whether nothing sounds before
 */
export function importLate(
  clock: Clock,
  load: () => Promise<LateSound>,
  use: (script: LateSound) => void,
  isNeeded = false,
): void {
  const attempt = () => load().then(use, () => clock.after(AGAIN_MS, attempt));
  clock.after(isNeeded ? 0 : SOUND_FIRST_MS, attempt);
}
