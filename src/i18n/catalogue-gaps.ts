import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Catalogue } from './catalogue-files.ts';

/**
 * The faults of a translation, compared with the language that texts are written in first: missing or spare keys,
 * empty texts, other placeholders. One sentence each.
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
