import type { TextValues } from './text-key.ts';

/**
 * Stands before a value that begins with a vowel, until the text is put together. From Unicode's private use
 * area.
 */
const MARK = '\uE000';
/**
 * The letters that French elides before, without their accents; `onze`, `oui` and a y before a vowel are not
 * among them.
 */
const VOWEL = /^(?!onze|oui|y[aeiou])[aeiouyæœø]/i;
const PARTICLE = new RegExp(`\\b([dq]u?)e ${MARK}`, 'gi');

/**
 * Puts a French text together, with `de` and `que` elided before a value that needs it: d’Onde Dance, de Nova
 * Kessler. The value itself stays as it is, in whatever language.
 * @param format puts the text together as it is written
 */
export function elide(format: (values?: TextValues) => string, values?: TextValues): string {
  if (values === undefined) return format();
  const marked: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values))
    marked[name] = typeof value === 'string' && VOWEL.test(value.normalize('NFD')) ? MARK + value : value;
  return format(marked).replace(PARTICLE, '$1’').replaceAll(MARK, '');
}
