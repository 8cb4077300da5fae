import { useMemo } from 'react';
import { localeOf } from '#src/i18n/formats/locale-of.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';

/** Below it two decimals would say nothing. */
const SMALL = 0.1;

/** Writes euros as the page's language does: whole ones short, small ones with two figures that say something. */
export function useMoney(): (euros: number) => string {
  const language = useLanguage();
  return useMemo(() => {
    const format = (options: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(localeOf(language), { style: 'currency', currency: 'EUR', ...options });
    const whole = format({ maximumFractionDigits: 0 });
    const usual = format({});
    const small = format({ maximumSignificantDigits: 2 });
    return (euros) => {
      if (Number.isInteger(euros)) return whole.format(euros);
      return (euros < SMALL ? small : usual).format(euros);
    };
  }, [language]);
}
