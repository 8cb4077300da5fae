import type { Language } from '#src/contract/languages.ts';
import { localeOf } from '#src/i18n/formats/locale-of.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useStation } from '#src/page/on-air/station-context.tsx';
import { doubledTimeName } from '#src/platform/time-zone/doubled-time.ts';

/** Returns what writes a time, or words that end in one, of an instant by the clock of the station. */
export function useWrittenTime(): (time: string, instant: string | number) => string {
  const { timezone } = useStation();
  const language = useLanguage();
  return (time, instant) => writtenTime(time, new Date(instant).getTime(), { timezone, language });
}

/** The zone's name goes with a time that the clock shows twice: `02:30 MESZ`, and `02:30 Uhr MESZ` of words. */
export function writtenTime(
  time: string,
  instantMs: number,
  { timezone, language }: { timezone: string; language: Language },
): string {
  // A play that says its time alone.
  if (Number.isNaN(instantMs)) return time;
  return `${time} ${doubledTimeName(instantMs, timezone, localeOf(language))}`.trim();
}
