import { type Formats, formatsOf } from './formats/formats.ts';
import { useLanguage } from './language-context.tsx';

/** Dates and numbers in the page's language. */
export function useFormats(): Formats {
  return formatsOf(useLanguage());
}
