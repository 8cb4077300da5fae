import type { TextKey } from '#src/i18n/text-key.ts';

/** Pages whose content comes later: the last part of their address, and the name of their texts. */
const NAMES = {
  'page-mentions-legales.html': 'legal',
} as const;

/** The texts of the page at an address. Throws for a page of another kind. */
export function comingPageOf(pathname: string): { title: TextKey; text: TextKey } {
  const name = Object.entries(NAMES).find(([page]) => pathname.split('/').includes(page))?.[1];
  if (name === undefined) throw new Error(`The page at "${pathname}" has no texts.`);
  return { title: `pages.${name}`, text: `pages.${name}.text` };
}
