import type { Language } from '#src/contract/languages.ts';
import { useLanguage } from '#src/i18n/language-context.tsx';
import { useText } from '#src/i18n/use-text.ts';
import { localeOf } from './locale-of.ts';
import { relativeTime } from './relative-time.ts';

const made = new Map<Language, Intl.RelativeTimeFormat>();

/** `il y a 4 minutes`, by the thresholds of `relativeTime`: of an ISO 8601 text or milliseconds since the Unix epoch. */
export function useRelative(): (time: string | number, nowMs: number) => string {
  const language = useLanguage();
  const text = useText();
  return (time, nowMs) => {
    const relative = relativeTime(nowMs - new Date(time).getTime());
    if (relative === 'just-now') return text('frame.just-now');
    return formatOf(language).format(-relative.count, relative.unit);
  };
}

function formatOf(language: Language): Intl.RelativeTimeFormat {
  const format = made.get(language) ?? new Intl.RelativeTimeFormat(localeOf(language), { numeric: 'always' });
  made.set(language, format);
  return format;
}
