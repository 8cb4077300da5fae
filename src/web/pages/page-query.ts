import { ruleAddress } from '#src/page/address/address-rules.ts';

/** Parameters that pages read: the moment looked for, the chart's week, where a login leads back, a mail's link. */
const READ_BY_PAGES = ['date', 'time', 'week', 'redirect', 'lang', 'token'];

/**
 * The query that a page is rendered for. Parameters that no page reads (an advertiser's, a stranger's) are left out, so
 * that they make no page of their own; a redirect keeps them.
 */
export function pageQuery({ pathname, search, searchParams }: URL): string {
  if (search === '' || ruleAddress(pathname).kind !== 'page') return search;
  const kept = new URLSearchParams();
  for (const name of READ_BY_PAGES) {
    const value = searchParams.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept.size === 0 ? '' : `?${kept}`;
}
