/**
 * A range of dates, the same from Node as from every browser: Chromium writes its thin spaces as plain ones,
 * Node does not, and a page that differs from its document is rendered anew.
 */
export function dateRange(format: Intl.DateTimeFormat, from: number, until: number): string {
  return format.formatRange(from, until).replaceAll('\u2009', ' ');
}
