import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#src/contract/languages.ts';
import { AREAS } from './areas.ts';
import { type CompiledTexts, compileArea } from './compile-catalogue.ts';
import type { Message } from './format-message.ts';
import { messageLength } from './testing/message-length.ts';

/** Counts as a radio has them: no language is asked how it says a million of something. */
const COUNTS = [...Array(200).keys(), 1_000, 1_001, 1_002, 1_005, 10_000, 21_000];

const textsOf = (language: Language): CompiledTexts =>
  Object.assign({}, ...AREAS.map((area) => compileArea(area, language)));

test.each(LANGUAGES)(
  '%s has words for every kind of number, and for none that it does not know',
  (language) => {
    const rules = new Intl.PluralRules(language);
    const needed = new Set<string>([...COUNTS.map((count) => rules.select(count)), 'other']);
    const known = new Set<string>(rules.resolvedOptions().pluralCategories);
    const faults = Object.entries(textsOf(language)).flatMap(([key, message]) =>
      pluralsIn(message).flatMap((choices) => {
        const missing = [...needed].filter((kind) => !choices.includes(kind));
        const spare = choices.filter((kind) => !/^\d+$/.test(kind) && !known.has(kind));
        return [
          ...missing.map((kind) => `${key} lacks ${kind}`),
          ...spare.map((kind) => `${key} has ${kind}`),
        ];
      }),
    );
    expect(faults).toEqual([]);
  },
);

test('no text is much longer than the same in the seven other languages', () => {
  const texts = LANGUAGES.map((language) => ({ language, texts: textsOf(language) }));
  const faults = texts.flatMap(({ language, texts: own }) =>
    Object.entries(own).flatMap(([key, message]) => {
      const others = texts.filter((one) => one.language !== language);
      const longest = Math.max(...others.map(({ texts }) => messageLength(texts[key] ?? [])));
      const length = messageLength(message);
      return length > 2 * longest + 4
        ? [`${key} in ${language}: ${length} instead of ${longest} characters`]
        : [];
    }),
  );
  expect(faults).toEqual([]);
});

test.each(LANGUAGES)('%s says in one wording that a profile is saved', (language) => {
  const texts = textsOf(language);
  expect(texts['accounts.complete.done']).toBeDefined();
  expect(texts['accounts.complete.done']).toEqual(texts['members.profile.saved']);
});

/** The choices of each plural of a text, by name. */
function pluralsIn(message: Message): string[][] {
  return message.flatMap((part) => {
    if (typeof part === 'string' || part[1] === undefined) return [];
    return [Object.keys(part[1]), ...Object.values(part[1]).flatMap(pluralsIn)];
  });
}
