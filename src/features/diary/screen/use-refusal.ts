import { useCallback } from 'react';
import type { TextKey } from '#src/i18n/text-key.ts';
import { useText } from '#src/i18n/use-text.ts';
import { inTime } from '#src/page/wire/in-time.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';

/**
 * Says that a call has failed: in the server's own words, which are looked for when they are needed, else in
 * these.
 */
export function useRefusal(): (error: unknown, otherwise: TextKey) => void {
  const text = useText();
  const showToast = useToast();
  return useCallback(
    (error, otherwise) => {
      inTime(() => import('#src/page/wire/failure-words.ts')).then(
        ({ failureWords }) => showToast('refusal', failureWords(text, error, text(otherwise))),
        () => showToast('refusal', text(otherwise)),
      );
    },
    [text, showToast],
  );
}
