import { type I18n, setupI18n } from '@lingui/core';
import { LANGUAGES, type Language } from '#src/contract/languages.ts';
import { AREAS } from './areas.ts';
import { compileArea } from './compile-catalogue.ts';
import { elide } from './elide.ts';
import type { TextKey, TextValues } from './text-key.ts';

const languages = new Map<Language, I18n>();

/** A text on the server, outside of pages (wire errors, mails): reads the catalogues' files, at first use. */
export function translate(language: Language, key: TextKey, values?: TextValues): string {
  const texts = textsOf(language);
  if (language !== 'fr') return texts._(key, values);
  return elide((marked) => texts._(key, marked), values);
}

/** Reads and compiles all catalogues now, so that no request waits for them and a broken one stops the start. */
export function prepareTranslations(): void {
  for (const language of LANGUAGES) textsOf(language);
}

function textsOf(language: Language): I18n {
  const known = languages.get(language);
  if (known !== undefined) return known;
  const messages = Object.assign({}, ...AREAS.map((area) => compileArea(area, language)));
  const texts = setupI18n({ locale: language, messages: { [language]: messages } });
  languages.set(language, texts);
  return texts;
}
