import type { StreamId } from '#src/contract/streams.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { inTime } from '#src/page/wire/in-time.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { preferencesOf } from './preference-store.ts';

/** Makes a stream the member's favourite, and says that it is one when the server has taken it [R22]. */
export function useChooseFavorite(): (streamId: StreamId) => void {
  const browser = useBrowser();
  const preferences = preferencesOf(browser);
  const text = useText();
  const showToast = useToast();
  return (favoriteStreamId) => {
    const { session } = preferences.getState();
    // The default looks like the favourite until the server has told the member's own.
    preferences.choose({ favoriteStreamId }, true);
    inTime(() => import('#src/features/preferences/rules/save-state.ts'))
      .then(({ starMessage }) => starMessage(browser, preferences, session))
      .catch(() => ['refusal', 'player.star-later'] as const)
      .then((said) => {
        if (said !== null) showToast(said[0], text(said[1]));
      });
  };
}
