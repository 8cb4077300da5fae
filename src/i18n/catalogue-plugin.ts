import { fileURLToPath } from 'node:url';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES } from '#src/contract/languages.ts';
import { AREAS, isTextGroup, TEXT_GROUPS } from './areas.ts';
import { CATALOGUES_FOLDER, type Catalogue, compileGroup, readCatalogue } from './compile-catalogue.ts';

const INDEX = 'virtual:catalogues';
/** French alone needs it, and gets it with the texts of every page. */
const ELISION = JSON.stringify(fileURLToPath(new URL('./elide.ts', import.meta.url)));
const CATALOGUE = /^\0?virtual:catalogue\/([a-z]+)\/([a-z]{2})$/;

/**
 * Compiles the catalogues into one module a language and group. The build fails on any gap in any language.
 */
export function cataloguePlugin(): Plugin {
  return {
    name: 'onde:catalogues',
    buildStart() {
      const gaps = findAllGaps();
      if (gaps.length > 0) this.error(`The catalogues have gaps:\n${gaps.join('\n')}`);
    },
    resolveId(id) {
      return id === INDEX || CATALOGUE.test(id) ? `\0${id}` : undefined;
    },
    load(id) {
      if (id === `\0${INDEX}`) return indexModule();
      const [, group = '', language = ''] = CATALOGUE.exec(id) ?? [];
      if (!isTextGroup(group) || !isLanguage(language)) return;
      for (const area of TEXT_GROUPS[group]) {
        this.addWatchFile(fileURLToPath(new URL(`${area}/${language}.json`, CATALOGUES_FOLDER)));
      }
      const elision = language === 'fr' && group === 'core' ? `export { elide } from ${ELISION};\n` : '';
      return `${elision}export default ${JSON.stringify(compileGroup(group, language))}`;
    },
  };
}

/** Every gap of every area and language, one sentence each, with the file that has it. */
export function findAllGaps(): string[] {
  return AREAS.flatMap((area) => {
    const original = readCatalogue(area, DEFAULT_LANGUAGE);
    return LANGUAGES.flatMap((language) =>
      findCatalogueGaps(original, readCatalogue(area, language)).map(
        (gap) => `src/i18n/catalogues/${area}/${language}.json: ${gap}`,
      ),
    );
  });
}

function indexModule(): string {
  const names = Object.keys(TEXT_GROUPS).flatMap((group) =>
    LANGUAGES.map((language) => `${group}/${language}`),
  );
  const entries = names.map((name) => `'${name}': () => import('virtual:catalogue/${name}')`);
  return `export const catalogueImports = {\n${entries.join(',\n')}\n};`;
}

/**
 * The faults of a translation, compared with the language that texts are written in first: missing or spare
 * keys, empty texts, other placeholders. One sentence each.
 * @throws on a text that is no ICU message
 */
export function findCatalogueGaps(original: Catalogue, translation: Catalogue): string[] {
  const gaps: string[] = [];
  for (const [key, text] of Object.entries(original)) {
    const translated = translation[key];
    if (translated === undefined) gaps.push(`"${key}" is missing`);
    else if (translated.trim() === '') gaps.push(`"${key}" is empty`);
    else {
      const expected = placeholders(text);
      const found = placeholders(translated);
      if (expected !== found) gaps.push(`"${key}" has the placeholders [${found}] instead of [${expected}]`);
    }
  }
  for (const key of Object.keys(translation)) {
    if (!Object.hasOwn(original, key)) gaps.push(`"${key}" is not in the original`);
  }
  return gaps;
}

function placeholders(text: string): string {
  return [...new Set(argumentsOf(compileMessageOrThrow(text)))].sort().join(', ');
}

function argumentsOf(message: CompiledMessage): string[] {
  return message.flatMap((token) => {
    if (typeof token === 'string') return [];
    const [name, , choices] = token;
    return [name, ...choicesOf(choices).flatMap(argumentsOf)];
  });
}

function choicesOf(format: unknown): CompiledMessage[] {
  if (typeof format !== 'object' || format === null) return [];
  return Object.values(format).filter((choice): choice is CompiledMessage => Array.isArray(choice));
}
