import type { Language } from '#src/contract/languages.ts';
import { addressInLanguage } from '#src/page/address/address-rules.ts';
import { useAddress, useNavigate } from '#src/page/navigation/navigation-context.tsx';

/** Shows the page in another language while the dialog that asked for it stays open. */
export function useLanguageSwitch(): (language: Language) => void {
  const navigate = useNavigate();
  const location = useAddress();
  return (language) => navigate(addressInLanguage(location, language), { keepsScroll: true });
}
