/**
 * [W211] Names under which a shared cache finds the pages that a change concerns. Percent-encoded, so that neither
 * a blank nor a comma stands in one.
 */
export const EVERY_PAGE = 'page';

/** The page of a track, in all languages and streams. */
export function trackTag(slug: string): string {
  return `track-${encodeURIComponent(slug)}`;
}

/** The public page of a member, however its address writes the username. */
export function memberTag(username: string): string {
  return `member-${encodeURIComponent(username.toLowerCase())}`;
}
