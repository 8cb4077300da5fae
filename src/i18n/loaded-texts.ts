import type { CatalogueModule } from 'virtual:catalogues';
import type { Language } from '#src/contract/languages.ts';
import type { TextGroup } from './areas.ts';
import { formatMessage, type Message } from './format-message.ts';
import type { Text, TextValues } from './text-key.ts';

const languages = new Map<Language, Record<string, Message>>();
const loads = new Map<Language, Map<TextGroup, Promise<void>>>();
const elisions = new Map<Language, CatalogueModule['elide']>();
const addresses = new Map<string, string>();

/** Addresses of groups of texts, by `textsName`. */
export type TextAddresses = Readonly<Record<string, string>>;

/** What a group of texts is called in one language. */
export function textsName<Group extends TextGroup>(group: Group, language: Language) {
  return `${group}/${language}` as const;
}

/** Tells where some texts are: the list of all weighs as much as a page's own. */
export function rememberTextAddresses(known: TextAddresses): void {
  for (const [name, address] of Object.entries(known)) addresses.set(name, address);
}

/**
 * Loads a group of texts in one language, once; a failed load may be asked for again. For pages, in the
 * browser and on the server: what Node runs from source has `translate`.
 */
export function loadTexts(group: TextGroup, language: Language): Promise<void> {
  const ofLanguage = loads.get(language) ?? new Map<TextGroup, Promise<void>>();
  loads.set(language, ofLanguage);
  const known = ofLanguage.get(group);
  if (known !== undefined) return known;
  const load = fetchCatalogue(group, language).then(
    (catalogue) => {
      Object.assign(textsOf(language), catalogue.default);
      if (catalogue.elide) elisions.set(language, catalogue.elide);
    },
    (error: unknown) => {
      ofLanguage.delete(group);
      throw error;
    },
  );
  ofLanguage.set(group, load);
  return load;
}

/** The groups of texts that this page has shown, or is about to show, in a language. */
export function groupsIn(language: Language): TextGroup[] {
  return [...(loads.get(language)?.keys() ?? [])];
}

async function fetchCatalogue(group: TextGroup, language: Language): Promise<CatalogueModule> {
  const name = textsName(group, language);
  const address = addresses.get(name);
  if (address !== undefined) return import(/* @vite-ignore */ address);
  const { catalogueImports } = await import('virtual:catalogues');
  return catalogueImports[name]();
}

/** The text function of a language whose groups are loaded, for use outside of components (titles, meta). */
export function textOf(language: Language): Text {
  const texts = textsOf(language);
  return (key, values) => {
    const message = texts[key] ?? [key];
    const format = (values?: TextValues) => formatMessage(message, language, values);
    return elisions.get(language)?.(format, values) ?? format(values);
  };
}

function textsOf(language: Language): Record<string, Message> {
  const texts = languages.get(language) ?? {};
  languages.set(language, texts);
  return texts;
}
