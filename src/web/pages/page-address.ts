import { SIGN_IN_PROVIDERS } from '#src/contract/sign-in-providers.ts';
import { ruleAddress, saysLanguageInQuery } from '#src/page/address/address-rules.ts';

/** Parameters that pages read: the moment looked for, the chart's week, where a login leads back. */
const READ_BY_PAGES = ['date', 'time', 'offset', 'week', 'redirect'];
/** Those of the pages that mails lead to, and of the state of the radio, which stand outside of any language. */
const READ_BY_ROOT_PAGES = ['lang', 'token'];
/** Those of the small player for other sites. */
const READ_BY_EMBEDS = ['lang', 'theme'];

/**
 * The query that a page is rendered for. Parameters that no page reads (an advertiser's, a stranger's) are
 * left out, so that they make no page of their own; a redirect keeps them. What a sign-in brings back is the
 * browser's alone, which takes it out of the address before it reads the page [A77].
 */
export function pageQuery({ pathname, search, searchParams }: URL): string {
  if (pathname.startsWith('/embed/')) return queryOf(searchParams, READ_BY_EMBEDS);
  if (search === '' || ruleAddress(pathname).kind !== 'page') return search;
  if (SIGN_IN_PROVIDERS.some((provider) => searchParams.has(`${provider}_auth`))) return '';
  return queryOf(searchParams, saysLanguageInQuery(pathname) ? READ_BY_ROOT_PAGES : READ_BY_PAGES);
}

function queryOf(searchParams: URLSearchParams, names: readonly string[]): string {
  const kept = new URLSearchParams();
  for (const name of names) {
    const value = searchParams.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept.size === 0 ? '' : `?${kept}`;
}

/**
 * Writes each `%` that begins no UTF-8 character as `%25`: a path that cannot be decoded stands for itself,
 * and no page is found there.
 */
export function decodablePath(path: string): string {
  return path
    .split('/')
    .map((segment) => (isDecodable(segment) ? segment : segment.replaceAll('%', '%25')))
    .join('/');
}

function isDecodable(segment: string): boolean {
  try {
    decodeURIComponent(segment);
    return true;
  } catch {
    return false;
  }
}
