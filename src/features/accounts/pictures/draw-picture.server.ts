import { PICTURE_PIXELS_MAX, PICTURE_SIZE } from '#src/contract/limits.ts';

const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif']);

/**
 * Draws a picture anew as a small square, without what its file holds besides.
 * @throws for what is none, whatever it is called
 */
export async function drawPicture(bytes: Uint8Array): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const picture = sharp(bytes, { limitInputPixels: PICTURE_PIXELS_MAX, failOn: 'error' });
  const { format } = await picture.metadata();
  if (!FORMATS.has(format)) throw new Error(`It is ${format}, none of ${[...FORMATS].join(', ')}.`);
  return picture
    .rotate()
    .resize(PICTURE_SIZE, PICTURE_SIZE, { fit: 'cover' })
    .webp({ quality: 82 })
    .toBuffer();
}
