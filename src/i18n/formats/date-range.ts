import type { Language } from '#src/contract/languages.ts';
import { writtenDate } from './written-date.ts';

/**
 * A range of dates, the same from Node as from every browser: Chromium writes its thin spaces as plain ones,
 * Node does not, and a page that differs from its document is rendered anew. In Italian, Intl writes the days
 * of a range alone with a zero before them.
 */
export function dateRange(
  format: Intl.DateTimeFormat,
  language: Language,
  from: number,
  until: number,
): string {
  const range = format.formatRange(from, until).replaceAll('\u2009', ' ');
  return writtenDate(range.replace(/\b0(?=\d\b)/g, ''), language);
}
