/** One length byte counts blocks of 16 bytes. */
const BLOCK_BYTES = 16;
const TITLE_BYTES_MAX = 255 * BLOCK_BYTES;
const OPENING = "StreamTitle='";
const CLOSING = "';";

/** The block that says "nothing new": a length byte of 0. */
export const ICY_UNCHANGED = Buffer.of(0);

/**
 * The metadata block that carries a title: length byte, `StreamTitle='…';` in UTF-8, zeros up to a multiple of 16. The
 * protocol knows no escape and players read up to the first `';`, so only that pair is broken up.
 */
export function icyTitleBlock(title: string): Buffer {
  const written = title
    .replace(/\p{Cc}+/gu, ' ')
    .replaceAll("';", '’;')
    .trim();
  const room = TITLE_BYTES_MAX - OPENING.length - CLOSING.length;
  const text = Buffer.from(`${OPENING}${cutToBytes(written, room)}${CLOSING}`);
  const blocks = Math.ceil(text.length / BLOCK_BYTES);
  const block = Buffer.alloc(1 + blocks * BLOCK_BYTES);
  block[0] = blocks;
  text.copy(block, 1);
  return block;
}

/** As much of the text as fits into a number of bytes of UTF-8, never half a character. */
function cutToBytes(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytesMax));
  return text.slice(0, read);
}
