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
export function isKept(
  url: string,
  { ok, type, headers }: Pick<Response, 'ok' | 'type' | 'headers'>,
): boolean {
  const isPage = ok && type === 'basic' && (headers.get('content-type') ?? '').startsWith('text/html');
  const isForLater = !/no-store|private/.test(headers.get('cache-control') ?? '');
  return isPage && isForLater && !OF_MEMBERS.test(new URL(url).pathname);
}
