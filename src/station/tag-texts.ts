const BYTES = /^[\0-\u00ff]*$/;
/** Room for a text in an ID3v1 tag. */
const ID3V1_BYTES = 30;
const BYTES_OF_ONE = /^[\0-\u007f]*$/;
/** Signs that Latin-1 has no text for, and Windows’s Latin alphabet has `’`, `œ` and others. */
const WINDOWS_SIGNS = /[\u0080-\u009f]/;
/** Letters of Windows’s Cyrillic alphabet, read as Latin-1. */
const CYRILLIC_WORD = /[\u00a8\u00b8\u00c0-\u00ff]+/g;
const MIXED_WORD = /[a-z][\u00c0-\u00ff]|[\u00c0-\u00ff][a-z]/i;
/** Different accented letters in a row, without a plain one beside them, that no western language has in a word. */
const CYRILLIC_LETTERS_MIN = 4;

/**
 * Repairs the texts in the tags of one file. Old formats of tags do not say how they are written, or cannot
 * say it rightly, so that everything is read as Latin-1.
 */
export function repairTagTexts(texts: readonly string[]): string[] {
  const inUtf8 = texts.map(asUtf8);
  const others = texts.filter((text, at) => BYTES.test(text) && inUtf8[at] === null);
  const isCyrillic = others.some(holdsCyrillic) && !others.some((text) => MIXED_WORD.test(text));
  return texts.map((text, at) => {
    if (!BYTES.test(text)) return text;
    const utf8 = inUtf8[at] ?? null;
    if (utf8 !== null) return utf8;
    if (isCyrillic) return decoded(text, 'windows-1251');
    return WINDOWS_SIGNS.test(text) ? decoded(text, 'windows-1252') : text;
  });
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

function holdsCyrillic(text: string): boolean {
  return (text.match(CYRILLIC_WORD) ?? []).some((word) => new Set(word).size >= CYRILLIC_LETTERS_MIN);
}

function decoded(text: string, encoding: 'windows-1251' | 'windows-1252'): string {
  return new TextDecoder(encoding).decode(Buffer.from(text, 'latin1'));
}
