import type { LateSound } from '#src/features/player/sound/sound.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

const AGAIN_MS = 5_000;

/** Imports what watches over the sound and calls back with it; again and again while that fails. */
export function importLate(
  clock: Clock,
  load: () => Promise<LateSound>,
  use: (script: LateSound) => void,
): void {
  load().then(use, () => clock.after(AGAIN_MS, () => importLate(clock, load, use)));
}
