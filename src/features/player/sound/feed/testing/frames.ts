/** A frame as the radio sends it, told from others by its number; every other one has a padding byte. */
export function frameOf(number: number): Uint8Array<ArrayBuffer> {
  const padding = number % 2;
  const frame = new Uint8Array(417 + padding).fill(number & 0xff);
  frame.set([0xff, 0xfb, 0x90 | (padding << 1), 0x64]);
  return frame;
}
