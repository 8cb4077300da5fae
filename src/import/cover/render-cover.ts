import sharp from 'sharp';

/** Largest cover any page shows, in pixels of each side. */
const SIDE_MAX = 640;
const JPEG_QUALITY = 82;

/**
 * A picture as a square JPEG, cut to its middle, at most 640 pixels wide; null when it is none that can be read.
 */
export async function renderCover(picture: Uint8Array): Promise<Buffer | null> {
  try {
    const image = sharp(picture, { failOn: 'error' }).autoOrient();
    const { autoOrient } = await image.metadata();
    const side = Math.min(SIDE_MAX, autoOrient.width, autoOrient.height);
    return await image
      .resize(side, side, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
      .toBuffer();
  } catch {
    return null;
  }
}
