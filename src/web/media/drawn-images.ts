import { createHash } from 'node:crypto';
import { access, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Sharp } from 'sharp';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import { Slots } from '#src/platform/scheduling/slots.ts';
import { forgetSystemFonts } from '#src/web/lettering/system-fonts.ts';
import { pruneFolder } from './bounded-folder.ts';

/** Pictures of ten thousand tracks. */
export const DRAWN_IMAGES_BYTES_MAX = 128 * 1024 * 1024;
/** Drawn since the last look: then those unused longest go at once, not with the day. */
const GROWTH_BYTES_MAX = DRAWN_IMAGES_BYTES_MAX / 4;
/** Drawings under way at once: they share two cores with everything else. */
const AT_ONCE = 2;

/** Where they are kept; a missing one is drawn again. */
export function drawnImagesFolder(cacheFolder: string): string {
  return join(cacheFolder, 'images');
}

/**
 * Pictures drawn on demand and kept below DATA_DIR/cache, under a name made from everything they depend on. The drawing
 * library is loaded with the first one.
 */
export class DrawnImages {
  readonly #folder: string;
  readonly #underWay = new Map<string, Promise<string>>();
  readonly #slots = new Slots(AT_ONCE);
  readonly #cacheFolder: string;
  #grownBytes = 0;

  constructor(cacheFolder: string) {
    this.#cacheFolder = cacheFolder;
    this.#folder = drawnImagesFolder(cacheFolder);
  }

  /** Whether the picture lies there already. */
  isDrawn(drawnFrom: readonly string[], ending: Ending): Promise<boolean> {
    return isFile(this.#pathOf(drawnFrom, ending));
  }

  /** Path of the picture; `drawnFrom` must name everything that the drawing depends on. */
  async path(drawnFrom: readonly string[], ending: Ending, draw: Draw): Promise<string> {
    const path = this.#pathOf(drawnFrom, ending);
    if (await isFile(path)) return path;
    const known =
      this.#underWay.get(path) ?? this.#draw(path, draw).finally(() => this.#underWay.delete(path));
    this.#underWay.set(path, known);
    return known;
  }

  #pathOf(drawnFrom: readonly string[], ending: Ending): string {
    const name = createHash('sha256').update(JSON.stringify(drawnFrom)).digest('hex').slice(0, 32);
    return join(this.#folder, name.slice(0, 2), `${name}.${ending}`);
  }

  async #draw(path: string, draw: Draw): Promise<string> {
    await this.#slots.take();
    try {
      await forgetSystemFonts(this.#cacheFolder);
      const { default: sharp } = await import('sharp');
      sharp.cache(false);
      sharp.concurrency(1);
      const bytes = await (await draw(sharp)).toBuffer();
      await mkdir(dirname(path), { recursive: true });
      await replaceFile(path, bytes);
      await this.#boundGrowth(bytes.length);
      return path;
    } finally {
      this.#slots.release();
    }
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
