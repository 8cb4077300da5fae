import { useEffect } from 'react';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { useText } from '#src/i18n/use-text.ts';
import { useSession } from '#src/page/session/use-session.ts';
import { useToast } from '#src/ui/toast/toasts.tsx';

/** Says that the stored session could not be read [A35]. */
export function useInitialisationError(): void {
  const { error } = useSession();
  const text = useText();
  const language = useLanguage();
  const showToast = useToast();
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, in the language of that moment
  useEffect(() => {
    if (error === null) return;
    loadTexts('accounts', language).then(
      () => showToast('refusal', text('accounts.error.initialisation')),
      // The login dialog says it too.
      () => {},
    );
  }, [error]);
}
