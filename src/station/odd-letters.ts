/** Signs that stand for `ł`, `ą`, `ż` and others where a Central European text is read as a Western one. */
const SIGN_IN_WORD = /\p{L}[¹³¿¯¼¾]\p{L}|[\u0080-\u009f\ufffd]/u;
/** How a text of unknown letters is read: by Western ones, or by Cyrillic ones where it has none of those. */
const READ_AS = ['windows-1252', 'windows-1251'].map(bytesOf);
/** Runs of bytes that are no ASCII. */
const FOREIGN_RUN = /[\u0080-\u00ff]+/g;
/** Two signs and more of Chinese as Windows writes it: pairs of a leading and a second byte. */
const PAIRS = /^(?:[\u00b0-\u00f7][\u00a1-\u00fe])+$/;
/** A sign of those that are used most. */
const COMMON = /^[\u00b0-\u00d7]/;
const COMMON_SHARE = 0.6;
/** Capitals of Cyrillic and Greek words, which may be such pairs by chance. */
const CAPITALS = /^[\u00a5\u00aa\u00af\u00b2\u00c0-\u00df]+$/;

/**
 * Whether a name looks as if its letters had been read by another alphabet than they were written in. Which one that was
 * cannot be told for certain: Chinese and Korean look alike in bytes, and so do Polish and Western texts.
 */
export function looksWronglyRead(text: string): boolean {
  return SIGN_IN_WORD.test(text) || READ_AS.some((bytes) => isChinese(written(text, bytes)));
}

function isChinese(bytes: string | null): boolean {
  const runs = bytes?.match(FOREIGN_RUN) ?? [];
  if (!runs.every((run) => PAIRS.test(run))) return false;
  if (!runs.some((run) => run.length >= 4 && !CAPITALS.test(run))) return false;
  const pairs = runs.flatMap((run) => run.match(/../g) ?? []);
  return pairs.filter((pair) => COMMON.test(pair)).length >= COMMON_SHARE * pairs.length;
}

/** The bytes of a text, one letter each; null where it has letters of another alphabet. */
function written(text: string, bytes: ReadonlyMap<string, string>): string | null {
  let all = '';
  for (const letter of text) {
    const byte = letter <= '\u007f' ? letter : bytes.get(letter);
    if (byte === undefined) return null;
    all += byte;
  }
  return all;
}

function bytesOf(encoding: string): ReadonlyMap<string, string> {
  const decoder = new TextDecoder(encoding);
  const upper = Array.from({ length: 0x80 }, (_, at) => 0x80 + at);
  return new Map(upper.map((byte) => [decoder.decode(Uint8Array.of(byte)), String.fromCharCode(byte)]));
}
