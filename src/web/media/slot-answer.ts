import { join } from 'node:path';
import { COVER_BYTES_MAX, COVER_PIXELS_MAX, SITE_KEPT_SECONDS } from '#src/contract/limits.ts';
import { SLOT_SIZES } from '#src/contract/slots.ts';
import { slotId } from '#src/features/slots/slot-counts.server.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { PictureFault, type PictureProcess } from '#src/platform/pictures/picture-process.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { type OpenedFile, openRegularFile } from '#src/station/folder/open-regular-file.ts';
import { speltPath } from '#src/station/folder/spelt-path.ts';
import { onStationDisk } from '#src/station/folder/station-disk.ts';
import { plainAnswer } from '#src/web/answers/plain-answer.ts';
import { type DrawnImage, type DrawnImages, sendDrawn } from './drawn-images.ts';

/** A changed picture shows after an hour at the latest. */
const CACHE_CONTROL = `public, max-age=${SITE_KEPT_SECONDS}`;
/** Widths that `?w=` accepts for a slot, as multiples of the place's own: 1× and 2×. */
const DENSITIES = [1, 2];

/** A picture that could not be drawn is tried again after this time, or when its file has changed. */
const REFUSED_MS = SITE_KEPT_SECONDS * 1_000;

interface SlotServices {
  readonly images: DrawnImages;
  readonly pictureProcess: Pick<PictureProcess, 'draw'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly settings: { readonly stationDir: string };
  readonly logger: Logger;
  station(): StationConfig;
}

/**
 * Answers `/slots/{id}.webp` [W86]: the picture of an advert, drawn anew in the size of its place. What its
 * file holds besides, where it was taken for instance, stays behind; one that moves stands still.
 */
export function slotAnswers(services: SlotServices): (request: Request, id: string) => Promise<Response> {
  const refusals = new Refusals(services);
  return async (request, id) => {
    const slot = services.station().slots.find((one) => slotId(one) === id);
    if (slot === undefined) return plainAnswer(404, 'Not found');
    const { width, height } = SLOT_SIZES[slot.place];
    const asked = Number(new URL(request.url).searchParams.get('w') ?? width);
    const density = DENSITIES.find((each) => each * width === asked);
    if (density === undefined)
      return plainAnswer(400, `w must be one of ${DENSITIES.map((each) => each * width).join(', ')}.`);
    const size = { width: asked, height: density * height };
    const picture = await drawn(slot.image, size, services, refusals);
    if (picture === null) return plainAnswer(404, 'Not found');
    const answer = await sendDrawn(request, picture, {
      contentType: 'image/webp',
      cacheControl: CACHE_CONTROL,
    });
    return answer ?? plainAnswer(404, 'Not found');
  };
}

/**
 * Null for a file that is gone, lies outside of the station folder, or cannot be drawn. The disk has its turn for each
 * call alone: a drawing may take half a minute, for which no episode waits.
 */
async function drawn(
  image: string,
  size: { width: number; height: number },
  { images, pictureProcess, settings: { stationDir } }: SlotServices,
  refusals: Refusals,
): Promise<DrawnImage | null> {
  const opened = await onStationDisk(async () =>
    openRegularFile(join(stationDir, await speltPath(stationDir, image)), stationDir),
  );
  if ('fault' in opened) return null;
  await using file = closedOnDisk(opened);
  const { mtimeMs, size: bytes } = file.stats;
  const version = [image, String(mtimeMs), String(bytes)];
  if (refusals.holds(image, version.join(' '))) return null;
  try {
    if (bytes > COVER_BYTES_MAX) throw new PictureFault(`It has more than ${COVER_BYTES_MAX} bytes.`);
    return await images.findMade(['slot', ...version, JSON.stringify(size)], 'webp', async () => {
      const content = await onStationDisk(() => file.handle.readFile());
      return pictureProcess.draw(content, {
        ...size,
        fit: 'inside',
        quality: 84,
        pixelsMax: COVER_PIXELS_MAX,
      });
    });
  } catch (error) {
    refusals.note(image, version.join(' '), error);
    return null;
  }
}

function closedOnDisk({ handle, stats }: OpenedFile): OpenedFile {
  return { handle, stats, [Symbol.asyncDispose]: () => onStationDisk(() => handle.close()) };
}

/**
 * Pictures that could not be drawn: each is told once, as long as an advert has it, and costs the decoder
 * nothing for a while, however often it is asked for.
 */
class Refusals {
  readonly #services: SlotServices;
  readonly #told = new Set<string>();
  readonly #refused = new Map<string, { version: string; untilMs: number }>();

  constructor(services: SlotServices) {
    this.#services = services;
  }

  holds(image: string, version: string): boolean {
    const refused = this.#refused.get(image);
    return refused?.version === version && this.#services.clock.monotonicMs() < refused.untilMs;
  }

  note(image: string, version: string, error: unknown): void {
    const { clock, logger, station } = this.#services;
    const images = new Set(station().slots.map((slot) => slot.image));
    for (const old of this.#told) if (!images.has(old)) this.#told.delete(old);
    for (const old of this.#refused.keys()) if (!images.has(old)) this.#refused.delete(old);
    const isFault = error instanceof PictureFault;
    // Anything else is this machine's fault, and may be over with the next request.
    if (isFault) this.#refused.set(image, { version, untilMs: clock.monotonicMs() + REFUSED_MS });
    if (this.#told.has(image)) return;
    this.#told.add(image);
    logger.warn(
      { err: error, image },
      isFault
        ? 'the picture of an advert could not be drawn: put another one in its place'
        : 'the picture of an advert could not be drawn, and is tried again for the next visitor: look whether this machine has memory left',
    );
  }
}
