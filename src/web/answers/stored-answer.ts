import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import { entityTag, namesEtag } from '#src/platform/wire/entity-tag.ts';
import { ReadyAnswer } from '#src/platform/wire/ready-answer.ts';
import { acceptedEncoding, type Encoding } from './accepted-encoding.ts';
import { remembering } from './remembering.ts';
import { WholeAnswer } from './whole-answer.ts';

const COMPRESSED_TYPE = /^(text\/|application\/(json|javascript|(rss\+)?xml|manifest\+json)|image\/svg)/;
const COMPRESSED_FROM_BYTES = 1_000;
const encodingOf = remembering((header) => acceptedEncoding(header));

/** An answer kept whole, with its validator, and compressed once for all who are sent it. */
export class StoredAnswer {
  readonly status: number;
  readonly #headers: Headers;
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #etag: string;
  readonly #isCompressible: boolean;
  readonly #encoded = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>();
  /** The bytes that are at hand, by how they are encoded. */
  readonly #ready = new Map<Encoding | null, Uint8Array>();
  readonly #heads = new Map<Encoding | null, Heads>();

  constructor(status: number, headers: Headers, bytes: Uint8Array<ArrayBuffer>) {
    this.status = status;
    this.#headers = headers;
    this.#bytes = bytes;
    this.#etag = `W/${entityTag(bytes)}`;
    const type = headers.get('content-type') ?? '';
    this.#isCompressible = bytes.byteLength >= COMPRESSED_FROM_BYTES && COMPRESSED_TYPE.test(type);
    this.#ready.set(null, bytes);
  }

  get sizeBytes(): number {
    return this.#bytes.byteLength;
  }

  async respond(request: Request): Promise<Response> {
    const headers = new Headers(this.#headers);
    if (this.#isCompressible) headers.append('vary', 'Accept-Encoding');
    if (this.status === 200) {
      headers.set('etag', this.#etag);
      if (namesEtag(request.headers.get('if-none-match') ?? '', this.#etag))
        return new WholeAnswer(null, { status: 304, headers });
    }
    const encoding = this.#isCompressible ? acceptedEncoding(request.headers.get('accept-encoding')) : null;
    const bytes = encoding === null ? this.#bytes : await this.#inEncoding(encoding);
    if (encoding !== null) headers.set('content-encoding', encoding);
    if (!isBodyless(this.status)) headers.set('content-length', String(bytes.byteLength));
    const body = request.method === 'HEAD' || isBodyless(this.status) ? null : bytes;
    return new WholeAnswer(body, { status: this.status, headers });
  }

  /**
   * Sends a GET or HEAD its answer at once, with a head that is made once for all who are sent it; false, and nothing
   * sent, where it is no plain success or has to be compressed first.
   * @param dress adds to the head what every answer carries
   */
  sendNow(
    request: Pick<IncomingMessage, 'method' | 'headers' | 'httpVersion'>,
    response: ServerResponse,
    dress: (headers: Headers) => void,
  ): boolean {
    if (this.status !== 200) return false;
    const { method, headers } = request;
    const encoding = this.#isCompressible ? encodingOf(headers['accept-encoding']) : null;
    const bytes = this.#ready.get(encoding);
    if (bytes === undefined) return false;
    const heads = this.#heads.get(encoding) ?? this.#makeHeads(encoding, bytes, dress);
    const isKnown = namesEtag(headers['if-none-match'] ?? '', this.#etag);
    if (!isKnown && method === 'GET' && heads.ready.send(request, response)) return true;
    response.writeHead(isKnown ? 304 : 200, isKnown ? heads.known : heads.whole);
    response.end(isKnown || method === 'HEAD' ? undefined : bytes);
    return true;
  }

  #makeHeads(encoding: Encoding | null, bytes: Uint8Array, dress: (headers: Headers) => void): Heads {
    const headers = new Headers(this.#headers);
    if (this.#isCompressible) headers.append('vary', 'Accept-Encoding');
    headers.set('etag', this.#etag);
    dress(headers);
    const known = [...headers].flat();
    if (encoding !== null) headers.set('content-encoding', encoding);
    headers.set('content-length', String(bytes.byteLength));
    const whole = [...headers].flat();
    const heads = { known, whole, ready: new ReadyAnswer(whole, bytes) };
    this.#heads.set(encoding, heads);
    return heads;
  }

  #inEncoding(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.#encoded.get(encoding) ?? compressor.compress(this.#bytes, encoding);
    this.#encoded.set(encoding, known);
    void known.then((bytes) => this.#ready.set(encoding, bytes));
    return known;
  }
}

/** Names and values in turn: of the whole answer, and of one that the caller has already. */
interface Heads {
  readonly whole: string[];
  readonly known: string[];
  /** The whole answer to a GET. */
  readonly ready: ReadyAnswer;
}

function isBodyless(status: number): boolean {
  return status === 204 || status === 304 || (status >= 300 && status < 400);
}

/**
 * For what is compressed once and sent many times within seconds: past these, time grows faster than size
 * shrinks.
 */
const THOROUGH = { brotli: 5, gzip: 6 };
/** Where others wait for the processor, a third of the time is better than a seventh of the bytes. */
const QUICK = { brotli: 2, gzip: 1 };
const THOROUGH_AT_ONCE = 2;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Compresses texts: in the thread pool, which all answers of the process share, or at once where that is at work. */
class Compressor {
  #underWay = 0;

  async compress(bytes: Uint8Array, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
    // A millisecond, less than the way to a thread and back costs beside it.
    if (this.#underWay >= THOROUGH_AT_ONCE)
      return new Uint8Array(
        encoding === 'br'
          ? brotliCompressSync(bytes, { params: brotliParams(QUICK.brotli, bytes) })
          : gzipSync(bytes, { level: QUICK.gzip }),
      );
    this.#underWay += 1;
    try {
      return new Uint8Array(
        encoding === 'br'
          ? await brotli(bytes, { params: brotliParams(THOROUGH.brotli, bytes) })
          : await zip(bytes, { level: THOROUGH.gzip }),
      );
    } finally {
      this.#underWay -= 1;
    }
  }
}

const compressor = new Compressor();

function brotliParams(quality: number, { byteLength }: Uint8Array): Record<number, number> {
  return {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
  };
}
