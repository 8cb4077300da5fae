import { catalogueImports } from 'virtual:core-catalogues';
import type { Language } from '#src/contract/languages.ts';
import type { TextGroup } from './areas.ts';
import { elide } from './elide.ts';
import { formatMessage, type Message } from './format-message.ts';
import type { Text, TextValues } from './text-key.ts';

const languages = new Map<Language, Record<string, Message>>();
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
    (catalogue) => void Object.assign(textsOf(language), catalogue.default),
    (error: unknown) => {
      loads.delete(name);
      throw error;
    },
  );
  loads.set(name, load);
  return load;
}

async function fetchCatalogue(
  group: TextGroup,
  language: Language,
): Promise<{ default: Readonly<Record<string, Message>> }> {
  if (group === 'core') return catalogueImports[`${group}/${language}`]();
  const later = await import('virtual:later-catalogues');
  return later.catalogueImports[`${group}/${language}`]();
}

/** The text function of a language whose groups are loaded, for use outside of components (titles, meta). */
export function textOf(language: Language): Text {
  const texts = textsOf(language);
  return (key, values) => {
    const message = texts[key] ?? [key];
    const format = (values?: TextValues) => formatMessage(message, language, values);
    return language === 'fr' ? elide(format, values) : format(values);
  };
}

function textsOf(language: Language): Record<string, Message> {
  const texts = languages.get(language) ?? {};
  languages.set(language, texts);
  return texts;
}
