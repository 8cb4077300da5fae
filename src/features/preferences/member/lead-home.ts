import type { Language } from '#src/contract/languages.ts';
import type { StreamId } from '#src/contract/streams.ts';
import { playerOf } from '#src/features/player/player-store.ts';
import type { PreferenceEngine } from '#src/features/preferences/engine/preference-engine.ts';
import { homePath } from '#src/page/address/paths.ts';
import type { Browser } from '#src/page/browser/browser.ts';

/** Goes where the preferences lead: to the member's favourite stream, in their language. */
export function leadHome(
  browser: Browser,
  engine: PreferenceEngine,
  { language, streamId }: { language: Language; streamId: StreamId },
): void {
  // At once, although its address does so too [R6]: what plays now is not opened anew before.
  if (streamId !== engine.getState().whereabouts.streamId)
    playerOf(browser).select(streamId, { autoplay: true });
  browser.navigate(homePath(language, streamId));
}
