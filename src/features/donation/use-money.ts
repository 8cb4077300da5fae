import { useMemo } from 'react';
import { localeOf } from '#src/i18n/formats/locale-of.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';

/** Writes euros as the page's language does: whole ones without cents, others with two significant digits. */
export function useMoney(): (euros: number) => string {
  const language = useLanguage();
  return useMemo(() => {
    const format = (options: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(localeOf(language), { style: 'currency', currency: 'EUR', ...options });
    const whole = format({ maximumFractionDigits: 0 });
    const exact = format({
      minimumSignificantDigits: 2,
      maximumSignificantDigits: 2,
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
      roundingPriority: 'morePrecision',
    });
    return (euros) => (Number.isInteger(euros) ? whole : exact).format(euros);
  }, [language]);
}
