import type { Language } from '#src/contract/languages.ts';
import { dateRange } from '#src/i18n/formats/date-range.ts';
import { localeOf } from '#src/i18n/formats/locale-of.ts';
import { writtenDate } from '#src/i18n/formats/written-date.ts';

/** Days and hours of a schedule as a language writes them. Dates are UTC midnights (`CalendarDay`). */
export interface ScheduleFormats {
  /** `lun`, `Mo` */
  shortDay(dateMs: number): string;
  /** `jeudi 12 mars` */
  longDay(dateMs: number): string;
  /** The day of the month. */
  date(dateMs: number): string;
  /** `9–15 mars` */
  week(fromMs: number, untilMs: number): string;
  /** `06 h`, `06:00` */
  hour(hour: number): string;
  /** `06 – 09 h`, `06:00 – 09:00`; hours 0 to 24 */
  hours(from: number, until: number): string;
  /** `10:24` */
  clock(hour: number, minute: number): string;
  /** `heure d’Europe centrale` */
  zone(timezone: string, nowMs: number): string;
}

const made = new Map<Language, ScheduleFormats>();

export function scheduleFormats(language: Language): ScheduleFormats {
  const known = made.get(language) ?? create(language);
  made.set(language, known);
  return known;
}

function create(language: Language): ScheduleFormats {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { timeZone: 'UTC', ...options });
  const shortDays = format({ weekday: 'short' });
  const longDays = format({ weekday: 'long', day: 'numeric', month: 'long' });
  const weeks = format({ day: 'numeric', month: 'long' });
  const unit = hourUnit(language);
  const clock = (hour: number, minute: number) => `${twoDigits(hour)}:${twoDigits(minute)}`;
  const hour = (at: number) => (unit === '' ? clock(at, 0) : twoDigits(at) + unit);
  return {
    shortDay: (dateMs) => shortDays.format(dateMs).replace(/\.$/, ''),
    longDay: (dateMs) => writtenDate(longDays.format(dateMs), language),
    date: (dateMs) => String(new Date(dateMs).getUTCDate()),
    week: (fromMs, untilMs) => dateRange(weeks, language, fromMs, untilMs),
    hour,
    hours: (from, until) => `${unit === '' ? hour(from) : twoDigits(from)} – ${hour(until)}`,
    clock,
    zone: (timeZone, nowMs) =>
      format({ timeZone, timeZoneName: 'longGeneric' })
        .formatToParts(nowMs)
        .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone,
  };
}

/** What a language writes after a whole hour: ` h`, ` Uhr`; '' where it writes minutes instead. */
function hourUnit(language: Language): string {
  const parts = new Intl.DateTimeFormat(localeOf(language), {
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(0);
  return parts.at(-1)?.type === 'literal' ? (parts.at(-1)?.value ?? '') : '';
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
