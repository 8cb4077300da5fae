import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '#src/contract/durations.ts';
import type { Language } from '#src/contract/languages.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { localeOf } from './locale-of.ts';

const made = new Map<Language, Intl.RelativeTimeFormat>();

/**
 * `il y a 4 minutes`, by the thresholds of `relativeTime`: of an ISO 8601 text or milliseconds since the Unix
 * epoch; '' of what is no time.
 */
export function useRelative(): (time: string | number, nowMs: number) => string {
  const language = useLanguage();
  const text = useText();
  return (time, nowMs) => {
    const elapsedMs = nowMs - new Date(time).getTime();
    if (Number.isNaN(elapsedMs)) return '';
    const relative = relativeTime(elapsedMs);
    if (relative === 'just-now') return text('frame.just-now');
    return formatOf(language).format(-relative.count, relative.unit);
  };
}

function formatOf(language: Language): Intl.RelativeTimeFormat {
  const format = made.get(language) ?? new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'always' });
  made.set(language, format);
  return format;
}

/** [R37] when months and years begin, and how long a month is */
const MONTHS_FROM_WEEKS = 4;
const MONTH_DAYS = 30;
const YEARS_FROM_MONTHS = 12;
const MONTH_MS = MONTH_DAYS * DAY_MS;
const YEAR_MS = 365 * DAY_MS;

type RelativeTime =
  | 'just-now'
  | { count: number; unit: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year' };

/**
 * How long ago something was, in whole units rounded down and never 0 of a unit [R37]. What lies
 * in the future by a wrong clock was just now.
 */
export function relativeTime(elapsedMs: number): RelativeTime {
  if (elapsedMs < MINUTE_MS) return 'just-now';
  if (elapsedMs < HOUR_MS) return { count: whole(elapsedMs, MINUTE_MS), unit: 'minute' };
  if (elapsedMs < DAY_MS) return { count: whole(elapsedMs, HOUR_MS), unit: 'hour' };
  if (elapsedMs < WEEK_MS) return { count: whole(elapsedMs, DAY_MS), unit: 'day' };
  if (elapsedMs < MONTHS_FROM_WEEKS * WEEK_MS) return { count: whole(elapsedMs, WEEK_MS), unit: 'week' };
  if (elapsedMs < YEARS_FROM_MONTHS * MONTH_MS) return { count: whole(elapsedMs, MONTH_MS), unit: 'month' };
  return { count: whole(elapsedMs, YEAR_MS), unit: 'year' };
}

function whole(elapsedMs: number, unitMs: number): number {
  return Math.max(1, Math.floor(elapsedMs / unitMs));
}
