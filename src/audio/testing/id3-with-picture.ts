/** An ID3v2.3 tag with one front cover and nothing else. */
export function id3WithPicture(picture: Buffer, mediaType = 'image/png'): Buffer {
  const body = Buffer.concat([Buffer.from(`\0${mediaType}\0\x03\0`, 'latin1'), picture]);
  const frame = Buffer.concat([Buffer.from('APIC'), Buffer.alloc(6), body]);
  frame.writeUInt32BE(body.length, 4);
  const header = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1');
  for (let i = 0; i < 4; i += 1) header[6 + i] = (frame.length >> (7 * (3 - i))) & 0x7f;
  return Buffer.concat([header, frame]);
}
