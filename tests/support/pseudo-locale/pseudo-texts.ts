import { LANGUAGES } from '#src/contract/languages.ts';
import { AREAS } from '#src/i18n/areas.ts';
import { type CompiledTexts, compileArea } from '#src/i18n/compile-catalogue.ts';
import type { Message, MessagePart } from '#src/i18n/format-message.ts';
import { messageLength } from '#src/i18n/testing/message-length.ts';

/** Between these stands what comes from a catalogue. */
export const OPENING = '‹';
export const CLOSING = '›';

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'áà',
  e: 'éè',
  i: 'íî',
  o: 'óô',
  u: 'úü',
};
const OTHERS = LANGUAGES.filter((language) => language !== 'en');
const catalogues = new Map<string, CompiledTexts>();

/**
 * A language of the longest texts, for those of English: each is the longest that any of the eight says, or English with
 * every vowel twice and under accents, some 40 % longer, where that is longer still. What a page shows outside of the
 * brackets around each stands in no catalogue.
 */
export function pseudoTexts(english: CompiledTexts): CompiledTexts {
  return Object.fromEntries(
    Object.entries(english).map(([key, message]) => [key, [OPENING, ...longest(key, message), CLOSING]]),
  );
}

function longest(key: string, english: Message): Message {
  const candidates = [lengthened(english)];
  for (const language of OTHERS) candidates.push(catalogueOf(key, language)[key] ?? []);
  return candidates.reduce((long, one) => (messageLength(one) > messageLength(long) ? one : long));
}

function catalogueOf(key: string, language: (typeof OTHERS)[number]): CompiledTexts {
  const area = AREAS.find((area) => key.startsWith(`${area}.`));
  if (area === undefined) throw new Error(`"${key}" is of no area.`);
  const name = `${area}/${language}`;
  const known = catalogues.get(name) ?? compileArea(area, language);
  catalogues.set(name, known);
  return known;
}

function lengthened(message: Message): Message {
  return message.map((part): MessagePart => {
    if (typeof part === 'string') return part.replace(/[aeiou]/g, (vowel) => ACCENTS[vowel] ?? vowel);
    const [name, choices] = part;
    if (choices === undefined) return part;
    const longer = Object.entries(choices).map(([choice, words]) => [choice, lengthened(words)]);
    return [name, { other: [], ...Object.fromEntries(longer) }];
  });
}
