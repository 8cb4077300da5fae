import { type ReactNode, useCallback } from 'react';
import type { TextGroup } from '#src/i18n/areas.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';
import { type DialogTraits, useDialogs } from './dialogs.tsx';

/** Opens dialogs whose scripts and texts are fetched at the first press. */
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
      Promise.all([fetchDialog(), ...groups.map((group) => loadTexts(group, language))]).then(
        ([dialog]) => dialogs.open(dialog, traits),
        () => showToast('refusal', text('frame.failure')),
      );
    },
    [text, language, dialogs, showToast],
  );
}
