import { createHash } from 'node:crypto';
import { access, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Sharp } from 'sharp';
import type { Clock } from '#src/platform/clock/clock.ts';
import { errorCode } from '#src/platform/errors/error-code.ts';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import type { Logger } from '#src/platform/log/logger.ts';
import { Outage } from '#src/platform/log/outage.ts';
import { siteKey } from '#src/platform/rate-limit/address-key.ts';
import { Permits, type Place } from '#src/platform/scheduling/permits.ts';
import { sendFile } from '#src/web/answers/send-file.ts';
import { StoredAnswer } from '#src/web/answers/stored-answer.ts';
import { forgetSystemFonts } from '#src/web/lettering/font-case.ts';
import { pruneFolder } from './bounded-folder.ts';

/** Pictures of ten thousand tracks. */
export const DRAWN_IMAGES_BYTES_MAX = 128 * 1024 * 1024;
/** Drawn since the last look: then those unused longest go at once, not with the day. */
const GROWTH_BYTES_MAX = DRAWN_IMAGES_BYTES_MAX / 4;
/** Pictures in memory while they cannot be kept: those that a home page shows, some twenty times. */
const UNKEPT_BYTES_MAX = 16 * 1024 * 1024;
/** Drawings under way at once: they share two cores with everything else. */
const AT_ONCE = 2;
/** What no caller's address decides, such as the few icons of the station. */
const OWN_LINE = '';

/** The line of a caller [W267]: its address, or the /48 of an IPv6 one. */
export function lineOf(address: string): string {
  return siteKey(address) ?? address;
}

/** Where they are kept; a missing one is drawn again. */
export function drawnImagesFolder(cacheFolder: string): string {
  return join(cacheFolder, 'images');
}

/** A picture that lies at `path`; while it cannot be kept there, as on a full disk, its bytes. */
export interface DrawnImage {
  readonly path: string;
  readonly unkept: Buffer<ArrayBuffer> | null;
}

/**
 * Pictures drawn on demand and kept below DATA_DIR/cache, under a name made from everything they depend on.
 * The drawing library is loaded with the first one.
 */
export class DrawnImages {
  readonly #folder: string;
  readonly #write: typeof replaceFile;
  readonly #outage: Outage;
  readonly #underWay = new Map<string, { image: Promise<DrawnImage>; place: Place | null }>();
  /** The newest of those that could not be kept, by path, the oldest first. */
  readonly #unkept = new Map<string, DrawnImage>();
  readonly #permits = new Permits(AT_ONCE);
  #unkeptBytes = 0;
  #grownBytes = 0;

  constructor(options: {
    cacheFolder: string;
    clock: Pick<Clock, 'monotonicMs'>;
    logger: Logger;
    write?: typeof replaceFile;
  }) {
    this.#folder = drawnImagesFolder(options.cacheFolder);
    this.#write = options.write ?? replaceFile;
    this.#outage = new Outage({
      ...options,
      words: {
        gone: 'drawn pictures cannot be kept and are drawn again and again: free the disk of DATA_DIR, and check the rights there',
        back: 'drawn pictures are kept again',
      },
    });
  }

  /**
   * The picture; `drawnFrom` must name everything that the drawing depends on.
   * @param line those who wait in one line stand in nobody's way in another [W267]
   * @param begin called once for each drawing, before it waits for its turn: what it throws is thrown
   */
  async find(
    drawnFrom: readonly string[],
    ending: Ending,
    draw: Draw,
    line = OWN_LINE,
    begin = () => {},
  ): Promise<DrawnImage> {
    const path = this.#pathOf(drawnFrom, ending);
    return (
      (await this.#atHand(path)) ??
      this.#drawOnce(path, line, begin, async (place) => this.#keep(path, await this.#draw(draw, place)))
    );
  }

  /** As `find`, for bytes that come from elsewhere: other drawings do not wait for them. */
  async findMade(
    drawnFrom: readonly string[],
    ending: Ending,
    make: () => Promise<Buffer<ArrayBuffer>>,
  ): Promise<DrawnImage> {
    const path = this.#pathOf(drawnFrom, ending);
    return (await this.#atHand(path)) ?? this.#once(path, null, async () => this.#keep(path, await make()));
  }

  /** As `find`, for what somebody may have deleted: no disk keeps it, and memory for a while. */
  async findPassing(
    drawnFrom: readonly string[],
    ending: Ending,
    draw: Draw,
    line = OWN_LINE,
    begin = () => {},
  ): Promise<DrawnImage> {
    const path = this.#pathOf(drawnFrom, ending);
    return (
      this.#unkept.get(path) ??
      this.#drawOnce(path, line, begin, async (place) =>
        this.#remember({ path, unkept: await this.#draw(draw, place) }),
      )
    );
  }

  async #atHand(path: string): Promise<DrawnImage | null> {
    const unkept = this.#unkept.get(path);
    if (unkept !== undefined) return unkept;
    return (await isFile(path)) ? { path, unkept: null } : null;
  }

  #drawOnce(
    path: string,
    line: string,
    begin: () => void,
    make: (place: Place) => Promise<DrawnImage>,
  ): Promise<DrawnImage> {
    const known = this.#underWay.get(path);
    if (known === undefined) {
      begin();
      const place = this.#permits.queue(line);
      return this.#once(path, place, () => make(place));
    }
    // It may stand far behind, in somebody else's line.
    if (known.place !== null) this.#permits.alsoQueue(known.place, line);
    return known.image;
  }

  #once(path: string, place: Place | null, make: () => Promise<DrawnImage>): Promise<DrawnImage> {
    const known = this.#underWay.get(path);
    if (known !== undefined) return known.image;
    const image = make().finally(() => this.#underWay.delete(path));
    this.#underWay.set(path, { image, place });
    return image;
  }

  #pathOf(drawnFrom: readonly string[], ending: Ending): string {
    const name = createHash('sha256').update(JSON.stringify(drawnFrom)).digest('hex').slice(0, 32);
    return join(this.#folder, name.slice(0, 2), `${name}.${ending}`);
  }

  async #draw(draw: Draw, place: Place): Promise<Buffer<ArrayBuffer>> {
    await place.turn;
    try {
      forgetSystemFonts();
      const { default: sharp } = await import('sharp');
      sharp.cache(false);
      sharp.concurrency(1);
      return Buffer.from(await (await draw(sharp)).toBuffer());
    } finally {
      this.#permits.release();
    }
  }

  /** What is drawn is shown, whether it can be kept or not. */
  async #keep(path: string, bytes: Buffer<ArrayBuffer>): Promise<DrawnImage> {
    try {
      await mkdir(dirname(path), { recursive: true });
      await this.#write(path, bytes);
      await this.#boundGrowth(bytes.length);
    } catch (error) {
      this.#outage.failed(errorCode(error) ?? String(error));
      return this.#remember({ path, unkept: bytes });
    }
    this.#outage.worked();
    this.#unkept.clear();
    this.#unkeptBytes = 0;
    return { path, unkept: null };
  }

  #remember(image: DrawnImage): DrawnImage {
    this.#unkept.set(image.path, image);
    this.#unkeptBytes += image.unkept?.length ?? 0;
    for (const [path, { unkept }] of this.#unkept) {
      if (this.#unkeptBytes <= UNKEPT_BYTES_MAX) break;
      this.#unkept.delete(path);
      this.#unkeptBytes -= unkept?.length ?? 0;
    }
    return image;
  }

  async #boundGrowth(bytes: number): Promise<void> {
    this.#grownBytes += bytes;
    if (this.#grownBytes < GROWTH_BYTES_MAX) return;
    this.#grownBytes = 0;
    await pruneFolder(this.#folder, DRAWN_IMAGES_BYTES_MAX);
  }
}

type Ending = 'jpg' | 'png' | 'webp';

function isFile(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Gives the picture, encoded as the ending says. */
export type Draw = (sharp: typeof import('sharp').default) => Sharp | Promise<Sharp>;

/** An SVG of `unitSize` units, drawn sharp at `width` pixels. */
export function drawSvg(
  sharp: typeof import('sharp').default,
  svg: string,
  unitSize: number,
  width: number,
): Sharp {
  return sharp(Buffer.from(svg), { density: (72 * width) / unitSize }).resize(width, width);
}

/** A drawn picture with its validators, from the disk or from memory; null when its file is just gone. */
export async function sendDrawn(
  request: Request,
  { path, unkept }: DrawnImage,
  options: { contentType: string; cacheControl: string },
): Promise<Response | null> {
  if (unkept === null) return sendFile(request, path, options);
  const headers = new Headers({ 'content-type': options.contentType, 'cache-control': options.cacheControl });
  return new StoredAnswer(200, headers, unkept).respond(request);
}

/** The bytes of a drawn picture. */
export async function readDrawn({ path, unkept }: DrawnImage): Promise<Buffer<ArrayBuffer>> {
  return unkept ?? (await readFile(path));
}
