import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Language } from '#src/contract/languages.ts';
import { type Area, TEXT_GROUPS, type TextGroup } from './areas.ts';
import { readCatalogue } from './catalogue-files.ts';
import { typeset } from './typeset.ts';

/** Texts ready for Lingui, under their full keys. */
export type CompiledTexts = Record<string, CompiledMessage>;

/** Fixed sentences: clients and tests compare them, so they are kept as they are, spaces too. */
const VERBATIM: ReadonlySet<string> = new Set([
  'player.preview',
  'accounts.verify.done',
  'replies.email-validated',
]);

/** Throws on a text that is no ICU message, with its key. */
export function compileArea(area: Area, language: Language): CompiledTexts {
  const texts: CompiledTexts = {};
  for (const [key, text] of Object.entries(readCatalogue(area, language))) {
    try {
      const message = compileMessageOrThrow(text);
      texts[`${area}.${key}`] = VERBATIM.has(`${area}.${key}`) ? message : typesetMessage(message, language);
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

function typesetMessage(message: CompiledMessage, language: Language): CompiledMessage {
  return message.map((token) => {
    if (typeof token === 'string') return typeset(token, language);
    const [name, kind, choices] = token;
    if (kind === undefined || typeof choices !== 'object' || choices === null) return token;
    const set = Object.entries(choices).map(([choice, words]) => [
      choice,
      Array.isArray(words) ? typesetMessage(words, language) : words,
    ]);
    return [name, kind, Object.fromEntries(set)];
  });
}
