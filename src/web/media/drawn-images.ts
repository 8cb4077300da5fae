import { createHash } from 'node:crypto';
import { access, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Sharp } from 'sharp';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import { Slots } from '#src/platform/scheduling/slots.ts';

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

  constructor(cacheFolder: string) {
    this.#folder = drawnImagesFolder(cacheFolder);
  }

  /** Path of the picture; `drawnFrom` must name everything that the drawing depends on. */
  async path(drawnFrom: readonly string[], ending: 'jpg' | 'png' | 'webp', draw: Draw): Promise<string> {
    const name = createHash('sha256').update(JSON.stringify(drawnFrom)).digest('hex').slice(0, 32);
    const path = join(this.#folder, name.slice(0, 2), `${name}.${ending}`);
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
    const known =
      this.#underWay.get(path) ?? this.#draw(path, draw).finally(() => this.#underWay.delete(path));
    this.#underWay.set(path, known);
    return known;
  }

  async #draw(path: string, draw: Draw): Promise<string> {
    await this.#slots.take();
    try {
      const { default: sharp } = await import('sharp');
      sharp.cache(false);
      sharp.concurrency(1);
      const bytes = await (await draw(sharp)).toBuffer();
      await mkdir(dirname(path), { recursive: true });
      await replaceFile(path, bytes);
      return path;
    } finally {
      this.#slots.release();
    }
  }
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
