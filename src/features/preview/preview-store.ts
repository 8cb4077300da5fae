import { audioPool, player } from '#src/features/player/player-store.ts';
import { useObserved } from '#src/page/browser/use-observed.ts';
import { systemClock } from '#src/platform/clock/clock.ts';
import { PreviewPlayer, type PreviewState, SILENT_PREVIEW } from './preview-player.ts';

/** The page's one preview player. On the server it exists but never sounds. */
export const previewPlayer = new PreviewPlayer({ clock: systemClock, pool: audioPool, main: player });

/**
 * Reads the preview player's state in a component.
 * @param selector gives a value that is equal (`Object.is`) as long as nothing of interest has changed
 */
export function usePreview<T>(selector: (state: PreviewState) => T): T {
  return useObserved(
    previewPlayer,
    () => selector(previewPlayer.getState()),
    () => selector(SILENT_PREVIEW),
  );
}
