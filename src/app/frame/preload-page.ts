import { catalogueAddresses } from 'virtual:catalogue-addresses';
import { preload, preloadModule } from 'react-dom';
import type { Language } from '#src/contract/languages.ts';
import type { TextGroup } from '#src/i18n/areas.ts';
import onestCyrillic from '#src/ui/styles/fonts/onest-cyrillic.woff2?url';
import onestLatin from '#src/ui/styles/fonts/onest-latin.woff2?url';
import unboundedCyrillic from '#src/ui/styles/fonts/unbounded-cyrillic.woff2?url';
import unboundedLatin from '#src/ui/styles/fonts/unbounded-latin.woff2?url';

const LATIN = [onestLatin, unboundedLatin];
const CYRILLIC = [onestCyrillic, unboundedCyrillic];

/** Tells the browser at once what it would find out late: the fonts of the page's script and its texts. On the server. */
export function preloadPage(language: Language, groups: readonly TextGroup[]): void {
  for (const font of language === 'ru' ? CYRILLIC : LATIN) {
    preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  }
  for (const group of groups) {
    const address = catalogueAddresses[`${group}/${language}`];
    if (address !== undefined) preloadModule(address, { as: 'script' });
  }
}
