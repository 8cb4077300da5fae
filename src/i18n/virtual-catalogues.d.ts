/** Both made by `catalogue-plugin.ts`. */
declare module 'virtual:catalogues' {
  import type { Messages } from '@lingui/core';
  import type { TextGroup } from '#src/i18n/areas.ts';
  import type { Language } from '#src/spec/languages.ts';

  /** One chunk a language and group. */
  export const catalogueImports: Readonly<
    Record<`${TextGroup}/${Language}`, () => Promise<{ default: Messages }>>
  >;
}

declare module 'virtual:catalogue-addresses' {
  /** Where the browser finds each chunk, by `{group}/{language}`. Empty during development and in the browser. */
  export const catalogueAddresses: Readonly<Partial<Record<string, string>>>;
}
