import { FALLBACK_LANGUAGE, type Language } from '#src/contract/languages.ts';
import type { Artist } from './biography.wire.ts';

/** The biography for a reader: in their language, else in English; null when there is neither [R29]. */
export function chooseText(artist: Artist, language: Language): { text: string; language: Language } | null {
  const written = [language, FALLBACK_LANGUAGE].find((each) => artist[`bio_${each}`].trim() !== '');
  return written === undefined ? null : { text: artist[`bio_${written}`], language: written };
}
