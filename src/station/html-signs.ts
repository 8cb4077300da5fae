import { decodeHTMLStrict } from 'entities/decode';

const SIGN = /&#?\w+;/g;

/**
 * Writes out the signs that a text spells as HTML does, `&eacute;` and `&#233;`: names in tags often come from web pages.
 * What HTML knows no sign for stays as it is.
 */
export function withoutHtmlSigns(text: string): string {
  return text.replace(SIGN, (written) => {
    const sign = decodeHTMLStrict(written);
    return sign < ' ' || sign === '\uFFFD' ? written : sign;
  });
}

/** What XML itself calls by a name or a number. */
const OF_XML = /^&(?:#.*|amp|lt|gt|quot|apos);$/i;

/** Writes out in a text of XML the signs that HTML alone has names for: a program that wrote it took one for the other. */
export function withoutHtmlNames(xml: string): string {
  return xml.replace(SIGN, (written) => (OF_XML.test(written) ? written : withoutHtmlSigns(written)));
}
