import { useLanguage } from '#src/i18n/language-context.tsx';
import { type Formats, formatsOf } from './formats.ts';

/** Dates and numbers in the page's language. */
export function useFormats(): Formats {
  return formatsOf(useLanguage());
}
