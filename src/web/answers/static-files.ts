import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { HASHED_KEPT_SECONDS, SITE_KEPT_SECONDS } from '#src/contract/limits.ts';
import { hasErrorCode } from '#src/platform/errors/error-code.ts';
import { acceptedEncoding, ENCODINGS, type Encoding } from './accepted-encoding.ts';
import { mediaType, sendFile } from './send-file.ts';

/** For what has another name when it changes. */
const HASHED = `public, max-age=${HASHED_KEPT_SECONDS}, immutable`;
const PLAIN = `public, max-age=${SITE_KEPT_SECONDS}`;
const ENDINGS = { br: '.br', gzip: '.gz' } as const satisfies Record<Encoding, string>;

/** The files of a build, listed beforehand: no address leads anywhere else on the disk. */
export class StaticFiles {
  /** Where the file of an address lies. */
  readonly #files: Map<string, string>;
  readonly #others: () => readonly string[];
  /** Of other builds, by folder. */
  readonly #listed = new Map<string, Promise<void>>();
  readonly #loaded = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();

  private constructor(files: Map<string, string>, others: () => readonly string[]) {
    this.#files = files;
    this.#others = others;
  }

  /**
   * @param others tells the folders of other builds: pages that are open, or come from a machine that serves a newer
   * build already, ask for those of their files whose names carry their hash
   */
  static async open(folder: string, others: () => readonly string[] = () => []): Promise<StaticFiles> {
    const files = new StaticFiles(new Map(await list(folder)), others);
    await files.#listOthers();
    return files;
  }

  /** A build is never changed: each is listed once, where it can be read. */
  async #listOthers(): Promise<void> {
    const folders = this.#others();
    for (const folder of folders) if (!this.#listed.has(folder)) this.#listed.set(folder, this.#add(folder));
    await Promise.all(folders.map((folder) => this.#listed.get(folder)));
  }

  async #add(folder: string): Promise<void> {
    const files = await list(folder).catch(() => {
      this.#listed.delete(folder);
      return [];
    });
    for (const [pathname, file] of files)
      if (isHashed(pathname) && !this.#files.has(pathname)) this.#files.set(pathname, file);
  }

  /** Null when there is no such file, or none any more. */
  async find(request: Request, pathname: string): Promise<Response | null> {
    const answer = await this.#answer(request, pathname).catch((error: unknown) => {
      if (hasErrorCode(error, 'ENOENT')) return null;
      throw error;
    });
    // A small player in a frame without an origin asks for its scripts and fonts as somebody else's [W106].
    if (isHashed(pathname)) answer?.headers.set('access-control-allow-origin', '*');
    return answer;
  }

  async #answer(request: Request, pathname: string): Promise<Response | null> {
    if (isHashed(pathname) && !this.#files.has(pathname)) await this.#listOthers();
    const file = this.#files.get(pathname);
    if (file === undefined || /\.(br|gz)$/.test(pathname)) return null;
    const cacheControl = isHashed(pathname) ? HASHED : PLAIN;
    const contentType = mediaType(pathname);
    const isCompressed = ENCODINGS.some((encoding) => this.#files.has(pathname + ENDINGS[encoding]));
    const encoding = acceptedEncoding(request.headers.get('accept-encoding'));
    const sibling = encoding === null ? null : pathname + ENDINGS[encoding];
    if (encoding === null || sibling === null || !this.#files.has(sibling)) {
      const response = await sendFile(request, file, { contentType, cacheControl });
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
    return this.#files.has(pathname) ? new TextDecoder().decode(await this.#read(pathname)) : null;
  }

  #read(name: string): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.#loaded.get(name);
    if (known !== undefined) return known;
    const read = readFile(this.#files.get(name) ?? '').then((bytes) => new Uint8Array(bytes));
    read.catch(() => this.#loaded.delete(name));
    this.#loaded.set(name, read);
    return read;
  }
}

/** The addresses of the files in a folder, and where they lie. */
async function list(folder: string): Promise<[pathname: string, file: string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file]);
}

/** The name of a file below /assets/ carries its hash. */
export function isHashed(pathname: string): boolean {
  return pathname.startsWith('/assets/');
}
