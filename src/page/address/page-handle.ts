import type { TextGroup } from '#src/i18n/areas.ts';

/** What a route's module may say of its page, as `export const handle`. */
export interface PageHandle {
  /** Groups of texts that the page needs beside `core`. Its `clientLoader` loads them, the document lists them. */
  readonly texts: readonly TextGroup[];
}

/** The groups of texts that the pages of these matches need. */
export function textGroupsOf(matches: readonly { handle: unknown }[]): TextGroup[] {
  return ['core', ...matches.flatMap(({ handle }) => (isPageHandle(handle) ? handle.texts : []))];
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'texts' in handle && Array.isArray(handle.texts);
}
