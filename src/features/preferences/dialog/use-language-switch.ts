import type { Language } from '#src/contract/languages.ts';
import { loadTexts } from '#src/i18n/loaded-texts.ts';
import { useText } from '#src/i18n/use-text.ts';
import { addressInLanguage } from '#src/page/address/address-rules.ts';
import { useAddress, useNavigate } from '#src/page/navigation/navigation-context.tsx';
import { useToast } from '#src/ui/toast/toasts.tsx';

/** Shows the page in another language while the dialog that asked for it stays open: its texts come first. */
export function useLanguageSwitch(): (language: Language) => void {
  const text = useText();
  const showToast = useToast();
  const navigate = useNavigate();
  const location = useAddress();
  return (language) => {
    const target = addressInLanguage(location, language);
    Promise.all([loadTexts('members', language), loadTexts('accounts', language)]).then(
      () => navigate(target, { keepsScroll: true }),
      () => showToast('refusal', text('frame.failure')),
    );
  };
}
