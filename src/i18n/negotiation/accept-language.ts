import { DEFAULT_LANGUAGE, isLanguage, type Language } from '#src/contract/languages.ts';
import { LIST_HEADER_MAX } from '#src/contract/limits.ts';

/**
 * The first supported language of an `Accept-Language` header by quality, then order (RFC 9110 §12.5.4); null
 * when none is, or the header is too long to be read [W266].
 */
export function negotiateLanguage(header: string | null | undefined): Language | null {
  if (!header || header.length > LIST_HEADER_MAX) return null;
  const wishes = header.split(',').map((part, order) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    return { code: tag.split('-')[0] ?? '', quality: qualityOf(parameters), order };
  });
  wishes.sort((a, b) => b.quality - a.quality || a.order - b.order);
  for (const { code, quality } of wishes) {
    if (quality > 0 && isLanguage(code)) return code;
  }
  return null;
}

function qualityOf(parameters: readonly string[]): number {
  const written = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith('q='));
  if (written === undefined) return 1;
  const quality = Number(written.slice(2));
  return quality >= 0 && quality <= 1 ? quality : 0;
}

/**
 * Language in which a request is answered: `X-Language`, else `Accept-Language`, else fr [W12].
 * @param header gives the value of a header by its name in small letters
 */
export function requestLanguage(header: (name: string) => string | null | undefined): Language {
  const asked = header('x-language')?.trim().toLowerCase();
  return isLanguage(asked) ? asked : (negotiateLanguage(header('accept-language')) ?? DEFAULT_LANGUAGE);
}
