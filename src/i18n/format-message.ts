import type { Language } from '#src/contract/languages.ts';
import { formatNumber } from './formats/number.ts';
import type { TextValues } from './text-key.ts';

/** A text taken apart: words, places of values, and what depends on a number. */
export type Message = readonly MessagePart[];
export type MessagePart =
  | string
  | readonly [value: string]
  | readonly [value: string, choices: PluralChoices];
/** By exact number or by Unicode's plural category (CLDR); `other` is always there. `#` is the number. */
export interface PluralChoices {
  readonly other: Message;
  readonly [choice: string]: Message;
}

const NUMBER = '#';

/** Puts a text together. The place of a value that is not given stays empty. */
export function formatMessage(message: Message, language: Language, values: TextValues = {}): string {
  const formatPart = (part: MessagePart): string => {
    if (typeof part === 'string') return part;
    const [name, choices] = part;
    const value = values[name];
    // Hebrew and Arabic stand between Unicode's isolates: their signs stay with them, the words around in order.
    if (choices === undefined) return `${value ?? ''}`.replace(/^.*[\u0590-\u08ff].*/, '\u2068$&\u2069');
    // Of a time it is the hour: `01:05` is one o’clock.
    const count = Number.parseFloat(`${value}`);
    return choose(choices, count, language)
      .map((part) => (part === NUMBER ? formatNumber(count, language) : formatPart(part)))
      .join('');
  };
  return message.map(formatPart).join('');
}

function choose(choices: PluralChoices, count: number, language: Language): Message {
  return choices[count] ?? choices[pluralsOf(language).select(count)] ?? choices.other;
}

const plurals = new Map<Language, Intl.PluralRules>();

/** Each takes the browser milliseconds: made when a text first needs it. */
function pluralsOf(language: Language): Intl.PluralRules {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, rules);
  return rules;
}
