import { LANGUAGES, type Language } from '#src/contract/languages.ts';
import { AREAS } from './areas.ts';
import { type CompiledTexts, compileArea } from './compile-catalogue.ts';
import { elide } from './elide.ts';
import { formatMessage } from './format-message.ts';
import type { TextKey, TextValues } from './text-key.ts';

const languages = new Map<Language, CompiledTexts>();

/** A text on the server, outside of pages (wire errors, mails): reads the catalogues' files, at first use. */
export function translate(language: Language, key: TextKey, values?: TextValues): string {
  const message = textsOf(language)[key] ?? [key];
  const format = (values?: TextValues) => formatMessage(message, language, values);
  return language === 'fr' ? elide(format, values) : format(values);
}

/**
 * Reads and compiles all catalogues now, so that no request waits for them and a broken one stops the start.
 */
export function prepareTranslations(): void {
  for (const language of LANGUAGES) textsOf(language);
}

function textsOf(language: Language): CompiledTexts {
  const known = languages.get(language);
  if (known !== undefined) return known;
  const texts: CompiledTexts = Object.assign({}, ...AREAS.map((area) => compileArea(area, language)));
  languages.set(language, texts);
  return texts;
}
