import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import decompress from 'woff2-encoder/decompress';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { replaceFile } from '#src/platform/files/replace-file.ts';
import { charactersOf } from './character-map.ts';
import { openTypeface, type Slice } from './typefaces.ts';

/** Characters that shape others and are not seen themselves: joiners and variation selectors. */
const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u;

type Sharp = typeof import('sharp').default;

/**
 * The letters that are at hand. What a text needs is unpacked below DATA_DIR/cache, as the drawing library cannot read
 * what packages bring (WOFF 2), and laid before it: no font of the system is asked for.
 */
export class FontCase {
  readonly #folder: string;
  readonly #laid = new Map<string, Promise<ReadonlySet<number>>>();

  /** @param folder for the unpacked files; they can be made again */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Lays out all letters of a text. @returns the part that can be written, a sign at a time; the others are null */
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
        if ((await this.#slice(sharp, slice)).has(character)) return true;
      }
    }
    return false;
  }

  #slice(sharp: Sharp, slice: Slice): Promise<ReadonlySet<number>> {
    const laid = this.#laid.get(slice.path) ?? this.#unpack(sharp, slice);
    this.#laid.set(slice.path, laid);
    laid.catch(() => this.#laid.delete(slice.path));
    return laid;
  }

  async #unpack(sharp: Sharp, { path, name }: Slice): Promise<ReadonlySet<number>> {
    const unpacked = join(this.#folder, `${name}.ttf`);
    const font = (await readIfThere(unpacked)) ?? (await this.#unpackTo(unpacked, path));
    if (font === null) return new Set();
    // Once a file was named, the library knows it for as long as the process runs.
    await sharp({ text: { text: '.', fontfile: unpacked } })
      .raw()
      .toBuffer();
    return charactersOf(font);
  }

  /** Null for a slice that its package names and does not bring. */
  async #unpackTo(unpacked: string, path: string): Promise<Uint8Array | null> {
    const packed = await readIfThere(path);
    if (packed === null) return null;
    const font = await decompress(packed);
    await mkdir(this.#folder, { recursive: true });
    await replaceFile(unpacked, font);
    return font;
  }
}

async function readIfThere(path: string): Promise<Uint8Array | null> {
  return readFile(path).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return null;
    throw error;
  });
}
