import { join } from 'node:path';
import { COVER_BYTES_MAX, COVER_PIXELS_MAX, SITE_KEPT_SECONDS } from '#src/contract/limits.ts';
import { SLOT_SIZES } from '#src/contract/slots.ts';
import { slotId } from '#src/features/slots/due-slots.server.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { openRegularFile } from '#src/station/folder/open-regular-file.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';
import type { DrawnImage, DrawnImages } from './drawn-images.ts';
import { sendDrawn } from './send-drawn.ts';

/** A changed picture shows after an hour at the latest. */
const CACHE_CONTROL = `public, max-age=${SITE_KEPT_SECONDS}`;
/** Widths that `?w=` accepts for a slot, as multiples of the place's own: 1× and 2×. */
const DENSITIES = [1, 2];

interface SlotServices {
  readonly images: DrawnImages;
  readonly settings: { readonly stationDir: string };
  readonly logger: Logger;
  station(): StationConfig;
}

/**
 * Answers `/slots/{id}.webp` [W86]: the picture of an advert, drawn anew in the size of its place. What its
 * file holds besides, where it was taken for instance, stays behind; one that moves stands still.
 */
export function slotAnswers(services: SlotServices): (request: Request, id: string) => Promise<Response> {
  /** Pictures that could not be drawn: each is told once, as long as an advert has it. */
  const told = new Set<string>();
  return async (request, id) => {
    const slot = services.station().slots.find((one) => slotId(one) === id);
    if (slot === undefined) return plainAnswer(404, 'Not found');
    const { width, height } = SLOT_SIZES[slot.place];
    const asked = Number(new URL(request.url).searchParams.get('w') ?? width);
    const density = DENSITIES.find((each) => each * width === asked);
    if (density === undefined)
      return plainAnswer(400, `w must be one of ${DENSITIES.map((each) => each * width).join(', ')}.`);
    const picture = await drawn(slot.image, { width: asked, height: density * height }, services).catch(
      (error: unknown) => {
        const images = new Set(services.station().slots.map(({ image }) => image));
        for (const image of told) if (!images.has(image)) told.delete(image);
        if (!told.has(slot.image))
          services.logger.warn(
            { err: error, image: slot.image },
            'the picture of an advert could not be drawn: put another one in its place',
          );
        told.add(slot.image);
        return null;
      },
    );
    if (picture === null) return plainAnswer(404, 'Not found');
    const answer = await sendDrawn(request, picture, {
      contentType: 'image/webp',
      cacheControl: CACHE_CONTROL,
    });
    return answer ?? plainAnswer(404, 'Not found');
  };
}

/**
 * Null for a file that is gone, or lies outside of the station folder.
 * @throws when the file is not a picture
 */
async function drawn(
  image: string,
  size: { width: number; height: number },
  { images, settings: { stationDir } }: SlotServices,
): Promise<DrawnImage | null> {
  const opened = await openRegularFile(join(stationDir, image), stationDir);
  if ('fault' in opened) return null;
  await using file = opened;
  const { mtimeMs, size: bytes } = file.stats;
  if (bytes > COVER_BYTES_MAX) throw new Error(`It has more than ${COVER_BYTES_MAX} bytes.`);
  const drawnFrom = ['slot', image, String(mtimeMs), String(bytes), JSON.stringify(size)];
  return await images.find(drawnFrom, 'webp', async (sharp) =>
    sharp(await file.handle.readFile(), { limitInputPixels: COVER_PIXELS_MAX })
      .rotate()
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84 }),
  );
}
