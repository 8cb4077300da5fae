import { type ReactNode, useCallback } from 'react';
import { CALL_TIMEOUT_MS } from '#src/contract/limits.ts';
import type { TextGroup } from '#src/i18n/areas.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { type DialogTraits, useDialogs } from './dialogs.tsx';

/**
 * Opens dialogs whose scripts and texts are fetched at the first press. One that does not come says why
 * [A63].
 */
export function useFetchedDialogs(): (
  groups: readonly TextGroup[],
  fetchDialog: () => Promise<ReactNode>,
  traits?: DialogTraits,
) => void {
  const text = useText();
  const language = useLanguage();
  const dialogs = useDialogs();
  const showToast = useToast();
  return useCallback(
    (groups, fetchDialog, traits) => {
      const fetched = Promise.all([fetchDialog(), ...groups.map((group) => loadTexts(group, language))]);
      const inTime = Promise.race([
        fetched.then(([dialog]) => dialog),
        // What came later would open over whatever somebody does by then.
        new Promise<never>((_, reject) =>
          AbortSignal.timeout(CALL_TIMEOUT_MS).addEventListener('abort', () => reject(null)),
        ),
      ]);
      dialogs.openLater(inTime, traits).catch((error) => {
        const why = navigator.onLine ? 'frame.failure' : 'frame.offline';
        showToast('refusal', text(error === null ? 'frame.too-late' : why));
      });
    },
    [text, language, dialogs, showToast],
  );
}
