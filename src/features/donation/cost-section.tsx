import { useMemo } from 'react';
import { localeOf } from '#src/i18n/formats/locale-of.ts';
import { useFormats } from '#src/i18n/formats/use-formats.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { TitledSection } from '#src/ui/section/titled-section.tsx';
import styles from './cost-section.module.css';
import type { RadioCost } from './donation.wire.ts';

/** The association's bills, and what they make of an hour [R70]. */
export function CostSection({ cost }: { cost: RadioCost }) {
  const text = useText();
  const money = useMoney();
  return (
    <TitledSection title={text('donation.cost')} lead={text('donation.cost.text')}>
      <div className={styles.sides}>
        <dl className={styles.bills}>
          {cost.bills.map(({ what, euros_per_month }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two bills may be of the same name
            <div key={at}>
              <dt>{what}</dt>
              <dd>{money(euros_per_month)}</dd>
            </div>
          ))}
          <div className={styles.total}>
            <dt>{text('donation.cost.month')}</dt>
            <dd>{money(cost.month)}</dd>
          </div>
        </dl>
        <dl className={styles.figures}>
          <div className={styles.figure}>
            <dt>{text('donation.cost.hour')}</dt>
            <dd>{money(cost.hour)}</dd>
          </div>
          {cost.heard !== null && <HeardHour heard={cost.heard} />}
        </dl>
      </div>
    </TitledSection>
  );
}

function HeardHour({ heard }: { heard: NonNullable<RadioCost['heard']> }) {
  const text = useText();
  const money = useMoney();
  const formats = useFormats();
  const { timezone } = useStation();
  return (
    <div className={styles.figure}>
      <dt>{text('donation.cost.heard')}</dt>
      <dd>{money(heard.hour)}</dd>
      <dd className={styles.note}>
        {text('donation.cost.counted', {
          date: formats.date(heard.since, timezone),
          count: Math.floor(heard.hours),
        })}
      </dd>
    </div>
  );
}

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
