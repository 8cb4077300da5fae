import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { dayInWords } from './day-choice.tsx';
import type { Moment } from './search-address.ts';

/** `Mercredi 18 novembre à 18:30` */
export function useMomentInWords({ date, time }: Moment): string {
  const text = useText();
  const language = useLanguage();
  const words = text('charts.search.moment', { day: dayInWords(date, language), time });
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}
