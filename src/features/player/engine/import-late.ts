import type { LiveSound } from '#src/features/player/sound/live-sound.ts';
import type { Clock } from '#src/platform/clock/clock.ts';

const AGAIN_MS = 5_000;

/** Imports what watches over the sound and calls back with it; again and again while that fails. */
export function importLate(clock: Clock, use: (script: { LiveSound: typeof LiveSound }) => void): void {
  import('#src/features/player/sound/live-sound.ts').then(use, () =>
    clock.after(AGAIN_MS, () => importLate(clock, use)),
  );
}
