import { useText } from '#src/i18n/use-text.ts';
import { Link } from '#src/page/navigation/link.tsx';
import type { IsoWeek } from '#src/platform/time-zone/iso-week.ts';
import { buttonClass } from '#src/ui/button/button.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import { numberOfWeek } from './week-in-words.ts';
import styles from './week-links.module.css';

/** The ways from a chart to those of the weeks before and after it; the last way leads to the running one. */
export function WeekLinks(props: { before: IsoWeek | null; after: IsoWeek | null; isRunning: boolean }) {
  const { before, after, isRunning } = props;
  const text = useText();
  const inWords = (week: IsoWeek) => text('charts.top20.week', { number: numberOfWeek(week) });
  if (before === null && isRunning) return null;
  return (
    <nav className={styles.links} aria-label={text('charts.top20.weeks')}>
      {before !== null && (
        <Link
          to={{ search: `?week=${before}` }}
          className={`${buttonClass('ghost')} ${styles.before}`}
          aria-label={text('charts.top20.week-before', { week: inWords(before) })}
          keepsScroll
        >
          <Icon name="down" size={18} />
          {inWords(before)}
        </Link>
      )}
      {after !== null && (
        <Link
          to={{ search: `?week=${after}` }}
          className={`${buttonClass('ghost')} ${styles.after}`}
          aria-label={text('charts.top20.week-after', { week: inWords(after) })}
          keepsScroll
        >
          {inWords(after)}
          <Icon name="down" size={18} />
        </Link>
      )}
      {!isRunning && (
        <Link to={{ search: '' }} className={buttonClass('ghost')} keepsScroll>
          {text('charts.top20.running')}
        </Link>
      )}
    </nav>
  );
}
