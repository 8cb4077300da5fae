import type { Language } from '#src/contract/languages.ts';
import { localeOf } from '#src/i18n/formats/locale-of.ts';

const MINUTE_SECONDS = 60;

/** How long something takes, in words: `45 s`, `12 min`, `1 h 5 min`. Whole units, rounded; never nothing. */
export function runningTime(seconds: number, language: Language): string {
  const write = (value: number, unit: 'hour' | 'minute' | 'second') =>
    new Intl.NumberFormat(localeOf(language), { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  if (seconds < MINUTE_SECONDS) return write(Math.max(1, Math.round(seconds)), 'second');
  const minutes = Math.round(seconds / MINUTE_SECONDS);
  const hours = Math.floor(minutes / 60);
  const parts = [
    hours > 0 ? write(hours, 'hour') : '',
    minutes % 60 > 0 ? write(minutes % 60, 'minute') : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** A position in something that plays: `0:45`, `12:03`, `1:05:09`. */
export function playingTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor(whole / MINUTE_SECONDS) % 60,
    whole % MINUTE_SECONDS,
  ];
  const clock = [hours > 0 ? [hours, twoDigits(minutes)] : [minutes], twoDigits(rest)];
  return clock.flat().join(':');
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
