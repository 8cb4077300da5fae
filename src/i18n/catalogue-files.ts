import { readFileSync } from 'node:fs';
import type { Language } from '#src/contract/languages.ts';
import type { Area } from './areas.ts';

/** One language's texts of one area as they lie on disk, in ICU message format, under the file's own keys. */
export type Catalogue = Readonly<Record<string, string>>;

/** Where the files are when the program runs from source. */
export const CATALOGUES_FOLDER = new URL('./catalogues/', import.meta.url);

/** @throws when the file is missing, is no JSON, or is anything but one flat object of texts */
export function readCatalogue(area: Area, language: Language, folder: URL = CATALOGUES_FOLDER): Catalogue {
  const file = new URL(`${area}/${language}.json`, folder);
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isCatalogue(content)) throw new Error(`${file.pathname}: expected one flat object of texts.`);
  return content;
}

function isCatalogue(content: unknown): content is Catalogue {
  return (
    typeof content === 'object' &&
    content !== null &&
    !Array.isArray(content) &&
    Object.values(content).every((text) => typeof text === 'string')
  );
}
