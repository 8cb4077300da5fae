export interface Figure {
  readonly name: string;
  readonly value: string;
  /** The rule it stands in; empty above the first one of a page. */
  readonly rule: string;
}

export interface Exception {
  readonly pattern: RegExp;
  readonly why: string;
}

const NAMED = /`([A-Z][A-Z0-9_]+) = ([^`]+)`/g;
const RULE = /\*\*([ARW]\d+)\*\*/g;

const UNIT =
  '(?:ms|s|min|h|seconds?|minutes?|hours?|days?|weeks?|months?|years?|characters?|bytes?|bits?|Ki?B|Mi?B|Gi?B|px|pixels?|times|percent|%)';
const WORD =
  '(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|half|hundred|thousand)';
/** A number; a number in words with its unit; `for an hour`, `once a minute`, `every second`. */
const BARE = [
  /(?<![\p{L}\d_.#-])\d[\d.,]*(?<![.,])/gu,
  new RegExp(`\\b${WORD} (?:an? )?${UNIT}(?![\\p{L}%])`, 'giu'),
  new RegExp(`\\b(?:for|in|within|after|once|than|last|past|most|least) an? ${UNIT}(?!\\p{L})`, 'giu'),
  new RegExp(`\\b(?:every ${UNIT}|an? ${UNIT} (?:at most|at least|before|after|later|ago))(?!\\p{L})`, 'giu'),
];

/** Every `NAME = value` of a page, with the rule that it stands in. */
export function namedFigures(page: string): Figure[] {
  return passages(page).flatMap(({ rule, text }) =>
    Array.from(text.matchAll(NAMED), ([, name = '', value = '']) => ({ name, value, rule })),
  );
}

/**
 * Figures that stand in prose without a name: `[W6] 90 days`. Code is no prose, unless it is a number and
 * nothing else.
 */
export function bareFigures(page: string, exceptions: readonly Exception[]): string[] {
  return passages(page).flatMap(({ rule, text }) => {
    let prose = text
      .replace(/^```[\s\S]*?^```/gm, ' ')
      .replace(NAMED, ' ')
      .replace(/\[[ARW]\d+(?:, [ARW]\d+)*\]|\]\([^)]*\)/g, ' ')
      .replace(/`([^`]*)`/g, (_, code: string) => (/^\d[\d.,]+$|^\d[\d.,]* \p{L}+$/u.test(code) ? code : ' '))
      .replace(/\s+/g, ' ');
    for (const { pattern } of exceptions) prose = prose.replace(pattern, ' ');
    return BARE.flatMap((pattern) =>
      Array.from(prose.matchAll(pattern), ({ 0: found, index }) => {
        const after = prose.slice(index + found.length, index + found.length + 20);
        return `[${rule}] ${found}${after}`;
      }),
    );
  });
}

const MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  min: 60_000,
  h: 3_600_000,
  day: 86_400_000,
  days: 86_400_000,
};
const BYTES: Readonly<Record<string, number>> = {
  bytes: 1,
  KiB: 1024,
  KB: 1_000,
  MiB: 1024 ** 2,
  MB: 1_000_000,
};
/**
 * What a constant counts in, by the end of its name, and whether a reader needs the unit beside the value.
 */
const COUNTED: readonly {
  ending: RegExp;
  units: Readonly<Record<string, number>>;
  one: number;
  told: boolean;
}[] = [
  { ending: /_MS(_MAX|_MIN)?$/, units: MS, one: 1, told: true },
  { ending: /_BYTES(_MAX|_MIN)?$/, units: BYTES, one: 1, told: true },
  { ending: /_SECONDS(_MAX|_MIN)?$/, units: MS, one: 1_000, told: false },
  { ending: /_DAYS$/, units: MS, one: 86_400_000, told: false },
];

/**
 * `48 h`, `64 KiB` in what the constant of that name counts, `600 × 400`, `fr`, lists of these, and records
 * of them (`card 320 × 240, leaderboard 728 × 90`). NaN for a unit that does not fit the name, and for none
 * where the name alone (`_MS`, `_BYTES`) would not say it to a reader.
 */
export function readValue(name: string, text: string): unknown {
  const items = text.split(', ');
  const fields = items.map((item) => /^([a-z]\w*) (\d.*)$/.exec(item) ?? []);
  if (fields.every(([, key]) => key))
    return Object.fromEntries(fields.map(([, key = '', value = '']) => [key, readValue(name, value)]));
  if (items.length > 1) return items.map((item) => readValue(name, item));
  const [, width, height] = /^(\d+) × (\d+)$/.exec(text) ?? [];
  if (width && height) return { width: Number(width), height: Number(height) };
  const [, digits, unit] = /^([\d.,]+)(?: (\p{L}+))?$/u.exec(text) ?? [];
  if (digits === undefined) return text;
  const number = Number(digits.replaceAll(',', ''));
  const counted = COUNTED.find(({ ending }) => ending.test(name));
  if (unit === undefined) return counted?.told ? Number.NaN : number;
  return (number * (counted?.units[unit] ?? Number.NaN)) / (counted?.one ?? 1);
}

/** Each rule with its text, which ends where the next one begins. */
export function passages(page: string): { rule: string; text: string }[] {
  const starts = [...page.matchAll(RULE)];
  const head = { rule: '', text: page.slice(0, starts[0]?.index) };
  return [
    head,
    ...starts.map(({ 1: rule = '', index, 0: mark }, at) => ({
      rule,
      text: page.slice(index + mark.length, starts[at + 1]?.index),
    })),
  ];
}
