import { isTopLevelDomain } from './top-level-domains.ts';

/** What stands before a dot in names and titles: `Mr.No`, `feat.DJ`. */
const ABBREVIATIONS = new Set('feat ft mr mrs ms dr st vs dj no vol pt'.split(' '));
/** Labels joined by single dots; from where a label begins, so that a long one is read once. */
const NAME = /(?<![\p{L}\p{M}\p{N}-])[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+/gu;
/**
 * What makes an address of any name before it: a path, a
 * port, a query. A question mark alone ends a sentence.
 */
const GOES_ON = /^(?:\/|:\d|\?[\p{L}\p{N}])/u;
const PROTOCOL = /https?:\/\/|(?<![\p{L}\p{M}\p{N}])www\.[\p{L}\p{N}]/iu;
/**
 * Words of the eight languages that begin a sentence, and are top-level domains as well. With a capital they
 * follow a full stop whose space was forgotten: `Super.Je l’adore`.
 */
const FIRST_WORDS = new Set(
  (
    'je la et ma me sa va au ni ' + // fr
    'it is in so no to at be am do my as by us now how here one live love ' + // en
    'da es de im ' + // de
    'si su ' + // es
    'il lo mi io ' + // it
    'er ' + // nl
    'na co pa ja'
  ) // pl
    .split(' '),
);
/** Signs that nobody sees: they would hide an address from this rule, and not from who reads it. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** Dots that browsers read as one in an address. */
const OTHER_DOTS = /[\u3002\uff61]/gu;

/**
 * The first address of a website in a text, in the letters that it is written in; null for none [R45]: `http://`,
 * `https://`, `www.` and a letter or digit, or a name that ends in a real top-level domain.
 * Such a name may stand when the label before the domain is a single sign or an
 * abbreviation, or the domain the first word of the next sentence, unless a path, a port or
 * a query follows: `will.i.am`, `feat.DJ` and `Super.Je` are no addresses, `t.co/x` is one.
 */
export function findWebAddress(text: string): string | null {
  const plain = text.normalize('NFKC').replace(UNSEEN, '').replace(OTHER_DOTS, '.');
  const protocol = PROTOCOL.exec(plain);
  if (protocol !== null) return /^\S+/.exec(plain.slice(protocol.index))?.[0] ?? protocol[0];
  for (const { 0: name, index } of plain.matchAll(NAME))
    if (isAddress(name, plain.slice(index + name.length))) return name;
  return null;
}

function isAddress(name: string, rest: string): boolean {
  const labels = name.split('.').map((part) => part.replace(/^-+|-+$/g, ''));
  const domain = labels.at(-1) ?? '';
  const label = labels.at(-2)?.toLowerCase() ?? '';
  if (label === '' || !isTopLevelDomain(domain.toLowerCase())) return false;
  if (GOES_ON.test(rest)) return true;
  const beginsSentence = FIRST_WORDS.has(domain.toLowerCase()) && /^\p{Lu}\p{Ll}/u.test(domain);
  return Array.from(label).length > 1 && !ABBREVIATIONS.has(label) && !beginsSentence;
}
