import type { Language } from '#src/contract/languages.ts';
import { writtenDate } from './written-date.ts';

/**
 * A range of dates, the same from Node as from every browser: Chromium writes its thin spaces as plain ones,
 * Node does not, and a page that differs from its document is rendered anew.
 */
export function dateRange(
  format: Intl.DateTimeFormat,
  language: Language,
  from: number,
  until: number,
): string {
  return writtenDate(format.formatRange(from, until).replaceAll('\u2009', ' '), language);
}
