import type { TextKey } from '#src/i18n/text-key.ts';

/** Pages whose content comes later: the names of their texts, and what `routes.ts` calls them (`coming/{name}`). */
const NAMES = ['listen', 'contact', 'donate', 'legal'] as const;

/** The texts of the page that a route shows. Throws for a route of another kind. */
export function comingPageOf(routeId: string): { title: TextKey; text: TextKey } {
  const name = NAMES.find((known) => known === routeId.split('/')[1]);
  if (name === undefined) throw new Error(`Route "${routeId}" has no texts.`);
  return { title: `pages.${name}`, text: `pages.${name}.text` };
}
