import { formatClock } from '#src/platform/time-zone/wall-time.ts';

const MINUTES_A_DAY = 24 * 60;

/** More than the longest way to write a time needs. A longer text is none, and is not looked through. */
const TIME_CHARACTERS_MAX = 40;

/** What stands for the hour in one of the eight languages, as in `21h30`, `21 Uhr`, `21u`, `21 ч 30`. */
const HOUR_WORDS = [
  'h',
  'hs',
  'hrs',
  'heures?',
  'horas?',
  'ore',
  'uhr',
  'u',
  'uur',
  'ч',
  'час',
  'часа',
  'часов',
  'godz',
];
const HOUR_WORD = `(?:${HOUR_WORDS.map(inAnyCase).join('|')})\\.?`;

/**
 * A time as people write it: hour, minutes, the word of the language, half of the day. It is the pattern of
 * the form's field too, where a browser knows no flag for capitals. A run of space is read once, since
 * strangers write times too.
 */
export const TIME_PATTERN = [
  `\\s*(?:${HOUR_WORD}\\s+)?`,
  '(2[0-3]|[01]?[0-9])',
  `(?:(?:\\s*(?:[:.,]|${HOUR_WORD})\\s*|\\s*)([0-5][0-9])|\\s*(?::|${HOUR_WORD})\\s*([0-9]))?`,
  `(?:\\s*${HOUR_WORD})?`,
  '(?:\\s*([AaPp])\\.?\\s?[Mm]\\.?)?\\s*',
].join('');

/** `HH:MM` of a time as it was typed, such as `18:42`, `1842`, `9:5`, `21 Uhr` or `4pm`; null for anything else. */
export function parseTime(text: string): string | null {
  if (text.length > TIME_CHARACTERS_MAX) return null;
  const match = new RegExp(`^(?:${TIME_PATTERN})$`, 'u').exec(text);
  if (match === null) return null;
  const hour = hourOfDay(Number(match[1]), match[4]?.toLowerCase());
  return hour === null ? null : timeOf(hour * 60 + Number(match[2] ?? match[3] ?? 0));
}

/** The hour of a day of 24; null where a half of the day has no such hour. */
function hourOfDay(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour;
  return hour < 1 || hour > 12 ? null : (hour % 12) + (half === 'p' ? 12 : 0);
}

function inAnyCase(word: string): string {
  return word.replaceAll(/\p{L}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

/** Minutes since midnight; 0 for a time that is not complete. */
export function minutesOf(time: string): number {
  const match = /^(\d{2}):(\d{2})$/.exec(time);
  return match === null ? 0 : Number(match[1]) * 60 + Number(match[2]);
}

/** `HH:MM` for a number of minutes since midnight, held within the day. */
export function timeOf(minutes: number): string {
  const held = Math.min(Math.max(Math.round(minutes), 0), MINUTES_A_DAY - 1);
  return formatClock({
    year: 0,
    month: 1,
    day: 1,
    hour: Math.floor(held / 60),
    minute: held % 60,
    second: 0,
  });
}
