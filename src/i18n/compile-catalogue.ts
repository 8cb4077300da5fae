import type { Language } from '#src/contract/languages.ts';
import { type Area, TEXT_GROUPS, type TextGroup } from './areas.ts';
import { readCatalogue } from './catalogue-files.ts';
import { compileMessage } from './compile-message.ts';
import type { Message } from './format-message.ts';
import { typeset } from './typeset.ts';

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
