import { audioPoolOf, playerOf } from '#src/features/player/engine/player-store.ts';
import { onePerPage } from '#src/page/browser/browser.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useSelected } from '#src/page/browser/use-observed.ts';
import { PreviewPlayer, type PreviewState, SILENT_PREVIEW } from './preview-player.ts';

/** The page's preview player. On the server it exists but never sounds. */
export const previewPlayerOf = onePerPage(
  (browser) =>
    new PreviewPlayer({ clock: browser.clock, pool: audioPoolOf(browser), main: playerOf(browser) }),
);

/**
 * Reads the preview player's state in a component.
 * @param selector gives a value that is equal (`Object.is`) as long as nothing of interest has changed
 */
export function usePreview<T>(selector: (state: PreviewState) => T): T {
  return useSelected(previewPlayerOf(useBrowser()), SILENT_PREVIEW, selector);
}
