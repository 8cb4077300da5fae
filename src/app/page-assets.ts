import type { Language } from '#src/contract/languages.ts';
import type { TextGroup } from '#src/i18n/areas.ts';

/** Where the browser finds what pages are made of. The web process knows, for it serves these files. */
export interface PageAssets {
  /**
   * @param file the page's module below `src/features`; undefined for the home page, which comes with every
   * visit
   */
  of(file: string | undefined): PageFiles;
  /** Those of the small player for other sites, which shares nothing with the pages. */
  readonly embed: PageFiles;
  /** Addresses of the scripts that hold a group of texts. */
  texts(group: TextGroup, language: Language): readonly string[];
  /** The text of a module that runs before all scripts: development has one. */
  readonly preamble?: string;
}

export interface PageFiles {
  /** Addresses of all scripts of the page, the entry's first. */
  readonly scripts: readonly string[];
  readonly styles: readonly StyleSheet[];
}

export interface StyleSheet {
  readonly href: string;
  /** Its text; null when it is to be fetched. */
  readonly text: string | null;
}
