import type { Language } from '#src/contract/languages.ts';
import { localeOf } from '#src/i18n/formats/locale-of.ts';
import { writtenDate } from '#src/i18n/formats/written-date.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import hidden from '#src/ui/styles/hidden.module.css';
import styles from './day-choice.module.css';

/** The eight days that can be searched, `YYYY-MM-DD`, the last of them today. */
export function DayChoice(props: { days: readonly string[]; value: string; onChange(day: string): void }) {
  const { days, value, onChange } = props;
  const text = useText();
  const language = useLanguage();
  return (
    <fieldset className={styles.days}>
      <legend className={hidden.hidden}>{text('charts.search.day')}</legend>
      {days.map((day) => (
        <label key={day} className={styles.day}>
          <input
            type="radio"
            name="date"
            className={styles.radio}
            value={day}
            checked={day === value}
            onChange={() => onChange(day)}
          />
          <span>{day === days.at(-1) ? text('charts.search.today') : weekday(day, language)}</span>{' '}
          <b>{Number(day.slice(8))}</b>
          <span className={hidden.hidden}>, {dayInWords(day, language)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** `mercredi 18 novembre` */
export function dayInWords(day: string, language: Language): string {
  return writtenDate(format(day, language, { weekday: 'long', day: 'numeric', month: 'long' }), language);
}

function weekday(day: string, language: Language): string {
  return format(day, language, { weekday: 'short' }).replace(/\.$/, '');
}

/** Formats in UTC: a calendar day is the same wherever it is read. */
function format(day: string, language: Language, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: 'UTC' }).format(new Date(day));
}
