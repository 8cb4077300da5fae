import type { Language } from '#src/contract/languages.ts';

const NO_BREAK = '\u00A0';
/**
 * The spaces before and within French signs: kinds that browsers and screen readers take for a plain space
 * when they compare names.
 */
const NARROW = '\u202F';

type Rule = readonly [pattern: RegExp, replacement: string];

const RULES: Partial<Record<Language, readonly Rule[]>> = {
  fr: [
    [/ ([;:!?»])(?=\W|$)/g, `${NARROW}$1`],
    [/ (%)/g, `${NO_BREAK}$1`],
    [/« /g, `«${NARROW}`],
    [/([Nn]°) /g, `$1${NO_BREAK}`],
  ],
  de: [[/ ([…%])/g, `${NO_BREAK}$1`]],
  pl: [[/(?<=^|[\s(„])([aiouwz]) /gi, `$1${NO_BREAK}`]],
  es: [[/ (%)/g, `${NO_BREAK}$1`]],
  ru: [[/ ([%—])/g, `${NO_BREAK}$1`]],
};

/**
 * A literal part of a text with the spaces that its language wants kept with their neighbours: no line begins
 * with a `?`.
 */
export function typeset(text: string, language: Language): string {
  return (RULES[language] ?? []).reduce(
    (set, [pattern, replacement]) => set.replace(pattern, replacement),
    text,
  );
}
