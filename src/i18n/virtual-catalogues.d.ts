/** All made by `catalogue-plugin.ts`: one chunk a language and group. */
declare module 'virtual:catalogues' {
  import type { Language } from '#src/contract/languages.ts';
  import type { TextGroup } from '#src/i18n/areas.ts';
  import type { elide } from '#src/i18n/elide.ts';
  import type { Message } from '#src/i18n/format-message.ts';

  export interface CatalogueModule {
    readonly default: Readonly<Record<string, Message>>;
    /** French has it, with the group of every page. */
    readonly elide?: typeof elide;
  }

  /** The names of all these chunks weigh more than a page's texts: they are no part of a first visit. */
  export const catalogueImports: Readonly<Record<`${TextGroup}/${Language}`, () => Promise<CatalogueModule>>>;
}
