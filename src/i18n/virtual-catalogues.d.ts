/** All made by `catalogue-plugin.ts`: one chunk a language and group. */
declare module 'virtual:core-catalogues' {
  import type { Messages } from '@lingui/core';
  import type { Language } from '#src/contract/languages.ts';

  export const catalogueImports: Readonly<Record<`core/${Language}`, () => Promise<{ default: Messages }>>>;
}

/** The names of so many chunks weigh more than a page's texts: they are no part of a first visit. */
declare module 'virtual:later-catalogues' {
  import type { Messages } from '@lingui/core';
  import type { Language } from '#src/contract/languages.ts';
  import type { TextGroup } from '#src/i18n/areas.ts';

  export const catalogueImports: Readonly<
    Record<`${Exclude<TextGroup, 'core'>}/${Language}`, () => Promise<{ default: Messages }>>
  >;
}
