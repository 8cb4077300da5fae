/** Signs U+00A0 to U+00FF as HTML names them, in their order. */
const LATIN_1 = [
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro',
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil',
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave',
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml',
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute',
  'thorn yuml',
]
  .join(' ')
  .split(' ');

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.map((name, at): [string, string] => [name, String.fromCodePoint(0xa0 + at)]),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", euro: '€', hellip: '…', trade: '™' }),
  ...Object.entries({ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bdquo: '„' }),
  ...Object.entries({ sbquo: '‚', bull: '•', OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š', Yuml: 'Ÿ' }),
]);

const SIGN = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]{2,6}\d{0,2}));/g;
const HIGHEST = 0x10_ff_ff;

/**
 * Writes out the signs that a text spells as HTML does, `&eacute;` and `&#233;`: names in tags often come from web pages.
 * What HTML knows no sign for stays as it is.
 */
export function withoutHtmlSigns(text: string): string {
  return text.replace(SIGN, (written: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? written;
    return signOf(Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10)) ?? written;
  });
}

/** Returns the sign of a number; those that stand for none in Unicode are meant as Windows numbers them. */
function signOf(point: number): string | null {
  if (point < 0x20 || point > HIGHEST || (point >= 0xd8_00 && point <= 0xdf_ff)) return null;
  if (point < 0x80 || point > 0x9f) return String.fromCodePoint(point);
  return new TextDecoder('windows-1252').decode(Uint8Array.of(point));
}
