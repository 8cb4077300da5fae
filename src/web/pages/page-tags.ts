import { EVERY_PAGE, memberTag, trackTag } from '#src/contract/page-tags.ts';

const TRACK_PAGE = /^\/[^/]+\/[^/]+\/info-titre\/([^/]+)\/?$/;
const MEMBER_PAGE = /^(?:\/[^/]+)?\/lovepuls\/([^/]+)\/?$/;

/**
 * The tags of the page at an address [W211].
 * @param pathname percent-encoded, and such that it can be decoded
 */
export function tagsOfPage(pathname: string): readonly string[] {
  const track = TRACK_PAGE.exec(pathname)?.[1];
  if (track !== undefined) return [EVERY_PAGE, trackTag(decodeURIComponent(track))];
  const member = MEMBER_PAGE.exec(pathname)?.[1];
  if (member !== undefined) return [EVERY_PAGE, memberTag(decodeURIComponent(member).trim())];
  return ONLY_A_PAGE;
}

const ONLY_A_PAGE = [EVERY_PAGE];

/** Names the tags of an answer for shared caches: Varnish and Fastly read the first header, Cloudflare the other. */
export function nameTags(headers: Headers, tags: readonly string[]): void {
  headers.set('surrogate-key', tags.join(' '));
  headers.set('cache-tag', tags.join(','));
}
