import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '#src/platform/errors/error-code.ts';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import { openTypeface, type Slice } from './typefaces.ts';

/** Characters that shape others and are not seen themselves: joiners and variation selectors. */
const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u;

type Sharp = typeof import('sharp').default;

/** Letters cannot be laid out for the moment, as on a full disk. The message is the system's code. */
export class LettersUnavailable extends Error {
  override readonly name = 'LettersUnavailable';
}

/**
 * The letters that are at hand. What a text needs is unpacked below DATA_DIR/cache, as the drawing library
 * cannot read WOFF 2, and laid before it: no font of the system is asked for.
 */
export class FontCase {
  readonly #folder: string;
  readonly #laid = new Set<string>();
  readonly #unpacking = new Map<string, Promise<void>>();

  /** @param folder for the unpacked files; they can be made again */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Lays out all letters of a text.
   * @returns the part that can be written, a sign at a time; the others are null
   * @throws {LettersUnavailable}
   */
  async lay(sharp: Sharp, text: string, families: readonly string[]): Promise<(string | null)[]> {
    const signs = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
    const written: (string | null)[] = [];
    for (const sign of signs) written.push((await this.#isThere(sharp, sign, families)) ? sign : null);
    return written;
  }

  async #isThere(sharp: Sharp, sign: string, families: readonly string[]): Promise<boolean> {
    for (const character of sign) {
      if (UNSEEN.test(character)) continue;
      if (!(await this.#find(sharp, character.codePointAt(0) ?? 0, families))) return false;
    }
    return true;
  }

  async #find(sharp: Sharp, character: number, families: readonly string[]): Promise<boolean> {
    for (const family of families) {
      const { slices } = await openTypeface(family);
      for (const slice of slices) {
        if (!slice.ranges.some(([first, last]) => first <= character && character <= last)) continue;
        await this.#lay(sharp, slice);
        return true;
      }
    }
    return false;
  }

  #lay(sharp: Sharp, slice: Slice): Promise<void> {
    const underWay = this.#unpacking.get(slice.path);
    if (underWay !== undefined) return underWay;
    const unpacked = join(this.#folder, `${slice.name}.ttf`);
    // The folder may be cleared at any time.
    if (this.#laid.has(slice.path) && existsSync(unpacked)) return Promise.resolve();
    const unpacking = this.#unpack(sharp, slice, unpacked).finally(() => this.#unpacking.delete(slice.path));
    this.#unpacking.set(slice.path, unpacking);
    return unpacking;
  }

  async #unpack(sharp: Sharp, { path }: Slice, unpacked: string): Promise<void> {
    if (!existsSync(unpacked)) await this.#unpackTo(unpacked, path);
    // Once a file was named, the library knows it for as long as the process runs.
    await sharp({ text: { text: '.', fontfile: unpacked } })
      .raw()
      .toBuffer();
    this.#laid.add(path);
  }

  async #unpackTo(unpacked: string, path: string): Promise<void> {
    // Asked for seldom: it takes 16 MB of memory for itself.
    const { default: decompress } = await import('woff2-encoder/decompress');
    const font = await decompress(await readFile(path));
    await mkdir(this.#folder, { recursive: true }).catch(giveUp);
    await replaceFile(unpacked, font).catch(giveUp);
  }
}

function giveUp(error: unknown): never {
  throw new LettersUnavailable(errorCode(error) ?? String(error), { cause: error });
}

/**
 * Has the drawing library look at none of the fonts of this machine, so that a picture is the same on each, a
 * server without any included. Counts when it comes before the first drawing of the process; a configuration
 * that the operator names in `FONTCONFIG_FILE` stays.
 */
export function forgetSystemFonts(): void {
  process.env.FONTCONFIG_FILE ??= join(import.meta.dirname, 'fonts.conf');
}
