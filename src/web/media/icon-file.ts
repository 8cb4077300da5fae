const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;

/**
 * A Windows icon file around one PNG image.
 * @see https://learn.microsoft.com/en-us/previous-versions/ms997538(v=msdn.10)
 */
export function iconFile(png: Uint8Array, pixels: number): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(HEADER_BYTES + ENTRY_BYTES + png.byteLength);
  const view = new DataView(file.buffer);
  view.setUint16(2, 1, true); // type: icon
  view.setUint16(4, 1, true); // number of images
  view.setUint8(6, pixels);
  view.setUint8(7, pixels);
  view.setUint16(10, 1, true); // colour planes
  view.setUint16(12, 32, true); // bits a pixel
  view.setUint32(14, png.byteLength, true);
  view.setUint32(18, HEADER_BYTES + ENTRY_BYTES, true);
  file.set(png, HEADER_BYTES + ENTRY_BYTES);
  return file;
}
