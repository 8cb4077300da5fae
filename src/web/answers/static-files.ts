import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { acceptedEncoding, ENCODINGS, type Encoding } from './accepted-encoding.ts';
import { mediaType } from './media-types.ts';
import { sendFile } from './send-file.ts';

/** The name of a file below /assets/ carries its hash. */
const HASHED = 'public, max-age=31536000, immutable';
const PLAIN = 'public, max-age=3600';
const ENDINGS = { br: '.br', gzip: '.gz' } as const satisfies Record<Encoding, string>;

/** The files of a build, listed at the start: no address leads anywhere else on the disk. */
export class StaticFiles {
  readonly #folder: string;
  readonly #names: ReadonlySet<string>;
  readonly #loaded = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  private constructor(folder: string, names: ReadonlySet<string>) {
    this.#folder = folder;
    this.#names = names;
  }

  static async open(folder: string): Promise<StaticFiles> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const names = entries
      .filter((entry) => entry.isFile())
      .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`);
    return new StaticFiles(folder, new Set(names));
  }

  /** Null when the build has no such file. */
  async find(request: Request, pathname: string): Promise<Response | null> {
    if (!this.#names.has(pathname) || /\.(br|gz)$/.test(pathname)) return null;
    const cacheControl = pathname.startsWith('/assets/') ? HASHED : PLAIN;
    const contentType = mediaType(pathname);
    const isCompressed = ENCODINGS.some((encoding) => this.#names.has(pathname + ENDINGS[encoding]));
    const encoding = acceptedEncoding(request.headers.get('accept-encoding'));
    const sibling = encoding === null ? null : pathname + ENDINGS[encoding];
    if (encoding === null || sibling === null || !this.#names.has(sibling)) {
      const response = await sendFile(request, join(this.#folder, pathname), { contentType, cacheControl });
      if (isCompressed) response?.headers.set('vary', 'Accept-Encoding');
      return response;
    }
    const bytes = await this.#read(sibling);
    const headers = {
      'content-type': contentType,
      'content-encoding': encoding,
      'content-length': String(bytes.byteLength),
      'cache-control': cacheControl,
      vary: 'Accept-Encoding',
    };
    return new Response(request.method === 'HEAD' ? null : bytes, { headers });
  }

  /** The text of a file of the build; null when the build has no such file. */
  async text(pathname: string): Promise<string | null> {
    return this.#names.has(pathname) ? new TextDecoder().decode(await this.#read(pathname)) : null;
  }

  #read(name: string): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.#loaded.get(name);
    if (known !== undefined) return known;
    const read = readFile(join(this.#folder, name)).then((bytes) => new Uint8Array(bytes));
    read.catch(() => this.#loaded.delete(name));
    this.#loaded.set(name, read);
    return read;
  }
}
