import type { StreamId } from '#src/contract/streams.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useBrowser } from '#src/page/browser/browser-context.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { preferencesOf } from './preference-store.ts';

/** Makes a stream the member's favourite, and says that it is one when the server has taken it [R22]. */
export function useChooseFavorite(): (streamId: StreamId) => void {
  const preferences = preferencesOf(useBrowser());
  const text = useText();
  const showToast = useToast();
  return (favoriteStreamId) => {
    // The default looks like the favourite until the server has told the member's own.
    preferences.choose({ favoriteStreamId }, true);
    import('#src/features/preferences/rules/save-state.ts')
      .then(({ whenSettled }) => whenSettled(preferences))
      .catch(() => 'unsent')
      .then((end) => {
        if (end === 'saved') showToast('info', text('player.star-done'));
        else showToast('refusal', text(end === 'unsent' ? 'player.star-later' : 'frame.failure'));
      });
  };
}
