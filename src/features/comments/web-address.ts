import { isTopLevelDomain } from './top-level-domains.ts';

/** What stands before a dot in names and titles: `Mr.No`, `feat.DJ`. */
const ABBREVIATIONS = new Set('feat ft mr mrs ms dr st vs dj no vol pt'.split(' '));
/** Labels joined by single dots; from where a label begins, so that a long one is read once. */
const NAME = /(?<![\p{L}\p{M}\p{N}-])[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)+/gu;
/** What makes an address of any name before it: a path, a port, a query. */
const GOES_ON = /^(?:\/|:\d|\?)/;
const PROTOCOL = /https?:\/\/|(?<![\p{L}\p{M}\p{N}])www\.[\p{L}\p{N}]/u;
/** Signs that nobody sees: they would hide an address from this rule, and not from who reads it. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** Dots that browsers read as one in an address. */
const OTHER_DOTS = /[\u3002\uff61]/gu;

/**
 * Whether a text holds an address of a website [R45]: `http://`, `https://`, `www.` and a letter or digit, or a name
 * that ends in a real top-level domain. Such a name may stand when the label before the domain is a single sign or an
 * abbreviation, unless a path, a port or a query follows: `will.i.am` and `feat.DJ` are no addresses, `t.co/x` is one.
 */
export function holdsWebAddress(text: string): boolean {
  const plain = text.normalize('NFKC').replace(UNSEEN, '').replace(OTHER_DOTS, '.').toLowerCase();
  if (PROTOCOL.test(plain)) return true;
  for (const { 0: name, index } of plain.matchAll(NAME))
    if (isAddress(name, plain.slice(index + name.length))) return true;
  return false;
}

function isAddress(name: string, rest: string): boolean {
  const labels = name.split('.').map((label) => label.replace(/^-+|-+$/g, ''));
  const domain = labels.at(-1) ?? '';
  const label = labels.at(-2) ?? '';
  if (label === '' || !isTopLevelDomain(domain)) return false;
  return GOES_ON.test(rest) || (Array.from(label).length > 1 && !ABBREVIATIONS.has(label));
}
