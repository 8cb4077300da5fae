import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Language } from '#src/spec/languages.ts';
import { type Area, TEXT_GROUPS, type TextGroup } from './areas.ts';
import { readCatalogue } from './catalogue-files.ts';

/** Texts ready for Lingui, under their full keys. */
export type CompiledTexts = Record<string, CompiledMessage>;

/** Throws on a text that is no ICU message, with its key. */
export function compileArea(area: Area, language: Language): CompiledTexts {
  const texts: CompiledTexts = {};
  for (const [key, text] of Object.entries(readCatalogue(area, language))) {
    try {
      texts[`${area}.${key}`] = compileMessageOrThrow(text);
    } catch (error) {
      throw new Error(`Text "${area}.${key}" in ${language} is no ICU message: ${String(error)}`, {
        cause: error,
      });
    }
  }
  return texts;
}

export function compileGroup(group: TextGroup, language: Language): CompiledTexts {
  return Object.assign({}, ...TEXT_GROUPS[group].map((area) => compileArea(area, language)));
}
