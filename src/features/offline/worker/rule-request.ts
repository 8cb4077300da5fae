import { holdsSecret } from '#src/contract/secret-parameters.ts';
import { ruleAddress } from '#src/page/address/address-rules.ts';

/** `none`: the worker leaves the request to the browser, as if there were no worker. */
export type RequestRuling = 'page' | 'asset' | 'titles' | 'none';

/** Pages that say something of a member by their address alone: no copy of them stays here. */
const OF_MEMBERS = /\/(profile|pseudo-selection|lovepuls)(\/|$)/;

/**
 * What the worker does with a request [R86]. It names what it answers, so that audio, ranges, events, calls and sign-ins
 * never come near it, whatever is added later. Pages ask for titles every few seconds, and would keep it awake: it has
 * those of the offline page alone.
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

/** Whether a copy of an answered page may stay in this browser. */
export function isKept(
  url: string,
  { ok, type, headers }: Pick<Response, 'ok' | 'type' | 'headers'>,
): boolean {
  const isPage = ok && type === 'basic' && (headers.get('content-type') ?? '').startsWith('text/html');
  const isForLater = !/no-store|private/.test(headers.get('cache-control') ?? '');
  return isPage && isForLater && !OF_MEMBERS.test(new URL(url).pathname);
}
