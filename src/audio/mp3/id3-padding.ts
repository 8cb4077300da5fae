/** Length of the shortest tag: an ID3v2 header alone. */
export const ID3_PADDING_MIN_BYTES = 10;
const CONTENT_MAX_BYTES = 2 ** 28 - 1;

/**
 * Makes an ID3v2.4 tag of exactly `lengthBytes` that decoders skip. It takes the place of a frame's cut-off
 * head, so that what follows begins on a frame.
 * @throws {RangeError} below 10 bytes or above 256 MiB
 */
export function id3Padding(lengthBytes: number): Buffer {
  const content = lengthBytes - ID3_PADDING_MIN_BYTES;
  if (!Number.isInteger(content) || content < 0 || content > CONTENT_MAX_BYTES) {
    throw new RangeError(`an ID3v2 tag cannot be ${lengthBytes} bytes long`);
  }
  const tag = Buffer.alloc(lengthBytes);
  tag.write('ID3', 'latin1');
  tag[3] = 4;
  for (let i = 0; i < 4; i += 1) tag[6 + i] = (content >> (7 * (3 - i))) & 0x7f;
  return tag;
}
