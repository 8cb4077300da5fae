/** All made by `catalogue-plugin.ts`: one chunk a language and group. */
declare module 'virtual:core-catalogues' {
  import type { Language } from '#src/contract/languages.ts';
  import type { Message } from '#src/i18n/format-message.ts';

  export const catalogueImports: Readonly<
    Record<`core/${Language}`, () => Promise<{ default: Readonly<Record<string, Message>> }>>
  >;
}

/** The names of so many chunks weigh more than a page's texts: they are no part of a first visit. */
declare module 'virtual:later-catalogues' {
  import type { Language } from '#src/contract/languages.ts';
  import type { TextGroup } from '#src/i18n/areas.ts';
  import type { Message } from '#src/i18n/format-message.ts';

  export const catalogueImports: Readonly<
    Record<
      `${Exclude<TextGroup, 'core'>}/${Language}`,
      () => Promise<{ default: Readonly<Record<string, Message>> }>
    >
  >;
}
