import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGES } from '#src/contract/languages.ts';
import { AREAS, isTextGroup, TEXT_GROUPS } from './areas.ts';
import { CATALOGUES_FOLDER, readCatalogue } from './catalogue-files.ts';
import { findCatalogueGaps } from './catalogue-gaps.ts';
import { compileGroup } from './compile-catalogue.ts';

const INDEX = 'virtual:catalogues';
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
      return `export default ${JSON.stringify(compileGroup(group, language))}`;
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
