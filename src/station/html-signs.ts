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
