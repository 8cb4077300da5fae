import sharp from 'sharp';
import { type PictureReply, type PictureRequest, pictureRequestSchema } from './picture-drawing.ts';

/** The process behind PictureProcess: says that it is ready, then answers each picture with its drawing. */
const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif']);
/** What reads those; the library's other readers stay shut: an SVG is a program, a PDF several. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`);

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: READERS });

process.on('disconnect', () => process.exit());
process.on('message', async (message) => {
  const request = pictureRequestSchema.parse(message);
  const answer: PictureReply = await draw(request).catch((error: unknown) => ({
    fault: error instanceof Error ? error.message : String(error),
  }));
  process.send?.(answer, () => {});
});
process.send?.('ready');

async function draw({ bytes, drawing }: PictureRequest): Promise<PictureReply> {
  const { width, height, fit, quality, pixelsMax } = drawing;
  const picture = sharp(bytes, { limitInputPixels: pixelsMax, failOn: 'error' });
  const { format } = await picture.metadata();
  if (!FORMATS.has(format)) return { fault: `It is ${format}, none of ${[...FORMATS].join(', ')}.` };
  return {
    picture: await picture
      .rotate()
      .resize(width, height, { fit, withoutEnlargement: fit === 'inside' })
      .webp({ quality })
      .toBuffer(),
  };
}
