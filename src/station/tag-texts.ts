const BYTES = /^[\0-\u00ff]*$/;
/** Signs of which each has a zero for its second byte: nobody writes them in a row. */
const SWAPPED_MIN = 3;
/** Room for a text in an ID3v1 tag. */
const ID3V1_BYTES = 30;
const BYTES_OF_ONE = /^[\0-\u007f]*$/;
/** Signs that Latin-1 has no text for, and Windows’s Latin alphabet has `’`, `œ` and others. */
const WINDOWS_SIGNS = /[\u0080-\u009f]/;
/** Letters of Windows’s Cyrillic alphabet, and nearly all of its Greek one, read as Latin-1. */
const FOREIGN_WORD = /[\u00a8\u00b8\u00c0-\u00ff]+/g;
const MIXED_WORD = /[a-z][\u00c0-\u00ff]|[\u00c0-\u00ff][a-z]/i;
/** Different accented letters in a row, without a plain one beside them, that no western language has in a word. */
const FOREIGN_LETTERS_MIN = 4;
/** `ά`, `έ`, `ή` or `ί` behind a small letter; as Cyrillic that would be a capital within a word. */
const GREEK_ACCENT = /[\u00e1-\u00fe][\u00dc-\u00df]/;
/** The letter that Russian has most of, and Greek hardly ever. */
const CYRILLIC_A = '\u00e0';
/** Japanese syllables as Windows writes them: two signs that nobody writes side by side in Latin. */
const KANA = /\u0082[\u009f-\u00f1]|\u0083[\u0040-\u0096]/g;
const KANA_MIN = 2;

/**
 * Repairs the texts in the tags of one file. Old formats of tags do not say how they are written, or cannot
 * say it rightly, so that everything is read as Latin-1.
 */
export function repairTagTexts(written: readonly string[]): string[] {
  const texts = written.map(inOrder);
  const inUtf8 = texts.map(asUtf8);
  const others = texts.filter((text, at) => BYTES.test(text) && inUtf8[at] === null);
  const alphabet = alphabetOf(others);
  return texts.map((text, at) => {
    if (!BYTES.test(text)) return text;
    const utf8 = inUtf8[at] ?? null;
    if (utf8 !== null) return utf8;
    const own = alphabet === null ? null : decoded(text, alphabet);
    return own ?? (WINDOWS_SIGNS.test(text) ? (decoded(text, 'windows-1252') ?? text) : text);
  });
}

/** Returns Latin text in UTF-16 whose bytes were read in the wrong order, as they are without a mark, in the right one. */
function inOrder(text: string): string {
  const bytes = Buffer.from(text, 'utf16le');
  if (text.length < SWAPPED_MIN || bytes.some((byte, at) => at % 2 === 0 && byte !== 0)) return text;
  return bytes.swap16().toString('utf16le');
}

/**
 * Returns a text whose bytes are UTF-8, null for any other: true Latin-1 with an accent never happens to be.
 */
function asUtf8(text: string): string | null {
  if (!BYTES.test(text)) return null;
  const bytes = Buffer.from(text, 'latin1');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.length === ID3V1_BYTES ? asCutUtf8(bytes) : null;
  }
}

/** The same of what the oldest tags have room for: the last sign may be cut through, and is left out. */
function asCutUtf8(bytes: Buffer): string | null {
  const text = new TextDecoder('utf-8').decode(bytes, { stream: true });
  return text.includes('\ufffd') || BYTES_OF_ONE.test(text) ? null : text;
}

type Alphabet = 'windows-1251' | 'windows-1253' | 'shift_jis';

/** Returns the alphabet other than Latin that the texts of a file are written in; null where nothing shows one. */
function alphabetOf(texts: readonly string[]): Alphabet | null {
  if (texts.some(holdsJapanese)) return 'shift_jis';
  if (!texts.some(holdsForeignWord) || texts.some((text) => MIXED_WORD.test(text))) return null;
  const isGreek =
    texts.some((text) => GREEK_ACCENT.test(text)) && !texts.some((text) => text.includes(CYRILLIC_A));
  return isGreek ? 'windows-1253' : 'windows-1251';
}

function holdsJapanese(text: string): boolean {
  return (text.match(KANA) ?? []).length >= KANA_MIN && decoded(text, 'shift_jis') !== null;
}

function holdsForeignWord(text: string): boolean {
  return (text.match(FOREIGN_WORD) ?? []).some((word) => new Set(word).size >= FOREIGN_LETTERS_MIN);
}

/** Returns the text as its bytes read in another alphabet; null where they are none. */
function decoded(text: string, encoding: Alphabet | 'windows-1252'): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return null;
  }
}
