import { catalogueImports } from 'virtual:core-catalogues';
import { type I18n, type Messages, setupI18n } from '@lingui/core';
import type { Language } from '#src/contract/languages.ts';
import type { TextGroup } from './areas.ts';
import { elide } from './elide.ts';
import type { Text } from './text-key.ts';

const languages = new Map<Language, I18n>();
const loads = new Map<string, Promise<void>>();

/**
 * Loads a group of texts in one language, once; a failed load may be asked for again. For pages, in the browser and on
 * the server: what Node runs from source has `translate`.
 */
export function loadTexts(group: TextGroup, language: Language): Promise<void> {
  const name = `${group}/${language}`;
  const known = loads.get(name);
  if (known !== undefined) return known;
  const load = fetchCatalogue(group, language).then(
    (catalogue) => i18nOf(language).load(language, catalogue.default),
    (error: unknown) => {
      loads.delete(name);
      throw error;
    },
  );
  loads.set(name, load);
  return load;
}

async function fetchCatalogue(group: TextGroup, language: Language): Promise<{ default: Messages }> {
  if (group === 'core') return catalogueImports[`${group}/${language}`]();
  const later = await import('virtual:later-catalogues');
  return later.catalogueImports[`${group}/${language}`]();
}

/** The text function of a language whose groups are loaded, for use outside of components (titles, meta). */
export function textOf(language: Language): Text {
  const i18n = i18nOf(language);
  const text: Text = (key, values) => i18n._(key, values);
  return language === 'fr' ? (key, values) => elide((marked) => text(key, marked), values) : text;
}

function i18nOf(language: Language): I18n {
  const known = languages.get(language);
  if (known !== undefined) return known;
  const i18n = setupI18n({ locale: language, messages: { [language]: {} } });
  languages.set(language, i18n);
  return i18n;
}
