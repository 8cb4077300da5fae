/** Control signs, line and paragraph separators, and signs that turn the direction of writing. */
const DANGEROUS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text that somebody else wrote, a file's name for instance, as one line that does nothing to a terminal or
 * a log.
 */
export function printable(text: string): string {
  return text.replace(DANGEROUS, '\ufffd');
}
