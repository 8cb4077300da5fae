import { SIGN_IN_PROVIDERS } from '#src/contract/sign-in-providers.ts';
import { ruleAddress } from '#src/page/address/address-rules.ts';

/** Parameters that pages read: the moment looked for, the chart's week, where a login leads back. */
const READ_BY_PAGES = ['date', 'time', 'week', 'redirect'];
/** Those of the pages that mails lead to, which stand outside of any language. */
const READ_BY_MAIL_PAGES = ['lang', 'token'];

/**
 * The query that a page is rendered for. Parameters that no page reads (an advertiser's, a stranger's) are left out, so
 * that they make no page of their own; a redirect keeps them. What a sign-in brings back is the browser's alone, which
 * takes it out of the address before it reads the page [A77].
 */
export function pageQuery({ pathname, search, searchParams }: URL): string {
  if (search === '' || ruleAddress(pathname).kind !== 'page') return search;
  if (SIGN_IN_PROVIDERS.some((provider) => searchParams.has(`${provider}_auth`))) return '';
  const kept = new URLSearchParams();
  const isMailPage = pathname === '/validate-email' || pathname === '/reset-password';
  for (const name of isMailPage ? READ_BY_MAIL_PAGES : READ_BY_PAGES) {
    const value = searchParams.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept.size === 0 ? '' : `?${kept}`;
}
