import { holdsSecret } from '#src/contract/secret-parameters.ts';
import { ruleAddress } from '#src/page/address/address-rules.ts';

/** `none`: the worker leaves the request to the browser, as if there were no worker. */
export type RequestRuling = 'page' | 'asset' | 'titles' | 'none';

/** Pages whose address alone says something about a member: no copy of them is kept. */
const OF_MEMBERS = /\/(profile|pseudo-selection|lovepuls)(\/|$)/;

/**
 * Says what the worker does with a request [R86]. It lists what the worker answers, so that audio, ranges,
 * events, calls and sign-ins never come near it, whatever is added later. Of requests for titles it answers
 * those of the offline page alone: other pages ask every few seconds, and would keep it awake.
 * @param origin the radio's own
 */
export function ruleRequest(
  { method, destination, url, headers }: Pick<Request, 'method' | 'destination' | 'url' | 'headers'>,
  origin: string,
): RequestRuling {
  const { origin: asked, pathname, searchParams, hash } = new URL(url);
  if (method !== 'GET' || asked !== origin || headers.has('range')) return 'none';
  if (pathname === '/titre.json') return searchParams.has('kept') ? 'titles' : 'none';
  if (pathname.startsWith('/assets/')) return 'asset';
  if (destination !== 'document') return 'none';
  if ([searchParams, new URLSearchParams(hash.slice(1))].some(holdsSecret)) return 'none';
  return ruleAddress(pathname).kind === 'no-file' ? 'none' : 'page';
}

/** Says whether a copy of an answered page may be kept in this browser. */
export function isKept(url: string, page: Pick<Response, 'ok' | 'type' | 'redirected' | 'headers'>): boolean {
  const isForLater = !/no-store|private/.test(page.headers.get('cache-control') ?? '');
  return page.type === 'basic' && isPage(page) && isForLater && !OF_MEMBERS.test(new URL(url).pathname);
}

/**
 * Says whether an answer is a page of the radio's. A network that asks to sign in answers every address with a page of
 * its own, which has no reason for a header that all of ours carry [R228].
 */
export function isPage({
  ok,
  redirected,
  headers,
}: Pick<Response, 'ok' | 'redirected' | 'headers'>): boolean {
  const isHtml = (headers.get('content-type') ?? '').startsWith('text/html');
  return ok && !redirected && isHtml && headers.has('cross-origin-opener-policy');
}

/** Says whether an answer is titles: what a network answers in place of the radio is none [R228]. */
export function isTitles({ ok, headers }: Pick<Response, 'ok' | 'headers'>): boolean {
  return ok && (headers.get('content-type') ?? '').startsWith('application/json');
}
