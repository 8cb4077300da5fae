import { useText } from '#src/i18n/use-text.ts';
import { CallError } from '#src/page/wire/call-error.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';

/** Says that a favourite was not kept. Of a session that has ended the page itself tells. */
export function useRefusedFavorite(): (error: unknown) => void {
  const text = useText();
  const showToast = useToast();
  return (error) => {
    if (error instanceof CallError && error.status === 401) return;
    showToast('refusal', text('track.favorite.failed'));
  };
}
