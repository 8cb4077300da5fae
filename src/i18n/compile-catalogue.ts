import { readFileSync } from 'node:fs';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Language } from '#src/contract/languages.ts';
import { type Area, TEXT_GROUPS, type TextGroup } from './areas.ts';
import type { Message, MessagePart, PluralChoices } from './format-message.ts';
import { typeset } from './typeset.ts';

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

/** Texts ready for `formatMessage`, under their full keys. */
export type CompiledTexts = Record<string, Message>;

/** Fixed sentences: clients and tests compare them, so they are kept as they are, spaces too. */
const VERBATIM: ReadonlySet<string> = new Set([
  'player.preview',
  'accounts.verify.done',
  'replies.email-validated',
  'contact.failed',
  'contact.sent',
  'contact.captcha.required',
  'errors.captcha_required',
  'replies.contact-sent',
]);

/** @throws on a text that is no ICU message, or none that we can say, with its key */
export function compileArea(area: Area, language: Language): CompiledTexts {
  const texts: CompiledTexts = {};
  for (const [key, text] of Object.entries(readCatalogue(area, language))) {
    try {
      const isVerbatim = VERBATIM.has(`${area}.${key}`);
      texts[`${area}.${key}`] = compileMessage(text, (words) =>
        isVerbatim ? words : typeset(words, language),
      );
    } catch (error) {
      throw new Error(`Text "${area}.${key}" in ${language} cannot be said: ${String(error)}`, {
        cause: error,
      });
    }
  }
  return texts;
}

export function compileGroup(group: TextGroup, language: Language): CompiledTexts {
  return Object.assign({}, ...TEXT_GROUPS[group].map((area) => compileArea(area, language)));
}

/**
 * Takes an ICU message apart, with places and plurals: `formatMessage` knows nothing else.
 * @param typeset changes the words between the places
 * @throws on a text that is no ICU message, or has more
 */
export function compileMessage(text: string, typeset: (words: string) => string): Message {
  return takeOver(compileMessageOrThrow(text), typeset);
}

function takeOver(message: CompiledMessage, typeset: (words: string) => string): Message {
  return message.map((token): MessagePart => {
    if (typeof token === 'string') return typeset(token);
    const [name, kind, format] = token;
    if (kind === undefined) return [name];
    if (kind !== 'plural' || typeof format !== 'object' || format === null)
      throw new Error(`"${name}" is a ${kind}.`);
    const choices = Object.entries(format).flatMap(([choice, words]) => {
      if (words === undefined) return [];
      if (!Array.isArray(words)) throw new Error(`The choice "${choice}" of "${name}" has no words.`);
      return [[choice, takeOver(words, typeset)] as const];
    });
    return [name, withOther(name, Object.fromEntries(choices))];
  });
}

function withOther(name: string, choices: Readonly<Record<string, Message>>): PluralChoices {
  const { other } = choices;
  if (other === undefined) throw new Error(`"${name}" has no words for other numbers.`);
  return { ...choices, other };
}
