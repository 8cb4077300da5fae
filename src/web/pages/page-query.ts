import { ruleAddress } from '#src/page/address/address-rules.ts';

/** What pages read of their query: the moment looked for, the chart's week, where a login leads back, a mail's link. */
const READ_BY_PAGES = ['date', 'time', 'week', 'redirect', 'lang', 'token'];

/**
 * The query that a page is rendered for. What no page reads (what advertisers append, what a stranger makes up) is left
 * out, so that it makes no page of its own; a redirect keeps it all.
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
