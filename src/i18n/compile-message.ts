import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Message, MessagePart, PluralChoices } from './format-message.ts';

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
