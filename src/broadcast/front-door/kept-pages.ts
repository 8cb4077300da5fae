import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Exchange } from '#src/broadcast/http/exchange.ts';
import { LIST_HEADER_MAX } from '#src/contract/limits.ts';
import type { Clock } from '#src/platform/clock/clock.ts';
import { namesEtag } from '#src/platform/wire/entity-tag.ts';
import { ReadyAnswer } from '#src/platform/wire/ready-answer.ts';
import { forwardedResponseHeaders, namedByConnection } from './forwarded-headers.ts';

/** Much shorter than a page allows: it is the same machine, and this is for many callers at once. */
const KEPT_MS = 1_000;
const PAGE_BYTES_MAX = 512 * 1024;
/** All pages together; those that were taken in first go. */
const BYTES_MAX = 8 * 1024 * 1024;
/** What pages may depend on, and each has a copy for. */
const VARIED = ['accept-encoding', 'accept-language', 'sec-fetch-dest'] as const;

interface KeptPage {
  readonly untilMs: number;
  readonly etag: string;
  /** Names and values in turn, of the whole page and of one that the caller has already. */
  readonly head: readonly string[];
  readonly knownHead: readonly string[];
  readonly bytes: Buffer;
  /** The whole page, for a GET. */
  readonly ready: ReadyAnswer;
}

/**
 * Pages of the last second, of those that any cache may keep [W184]: what many ask for at once is passed on to the web
 * process once, and costs broadcast less than passing it on.
 */
export class KeptPages {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** In the order in which they were taken in, which is that in which they end. */
  readonly #pages = new Map<string, KeptPage>();
  #bytes = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Answers with the page; false when it is not there. */
  answer({ request, response }: Exchange): boolean {
    if (!isPlain(request)) return false;
    const page = this.#pages.get(keyOf(request));
    if (page === undefined || page.untilMs <= this.#clock.monotonicMs()) return false;
    if (namesEtag(request.headers['if-none-match'] ?? '', page.etag))
      response.writeHead(304, [...page.knownHead]).end();
    else if (request.method !== 'GET' || !page.ready.send(request, response)) {
      response.writeHead(200, [...page.head]);
      response.end(request.method === 'HEAD' ? undefined : page.bytes);
    }
    return true;
  }

  /** Takes a copy of an answer of the web process on its way, if it is one that may be kept. */
  copy(request: IncomingMessage, reply: IncomingMessage): void {
    const length = Number(reply.headers['content-length']);
    if (request.method !== 'GET' || !isPlain(request) || !isForAll(reply) || !(length <= PAGE_BYTES_MAX))
      return;
    const chunks: Buffer[] = [];
    reply.on('data', (chunk: Buffer) => void chunks.push(chunk));
    reply.once('end', () => {
      const bytes = Buffer.concat(chunks);
      if (bytes.length === length) this.#keep(keyOf(request), reply, bytes);
    });
  }

  #keep(key: string, reply: IncomingMessage, bytes: Buffer): void {
    const head = forwardedResponseHeaders(reply);
    this.#drop(key);
    this.#pages.set(key, {
      untilMs: this.#clock.monotonicMs() + KEPT_MS,
      etag: reply.headers.etag ?? '',
      head,
      knownHead: head.filter((_, at) => !isOfBody(head[at - (at % 2)] ?? '')),
      bytes,
      ready: new ReadyAnswer(head, bytes),
    });
    this.#bytes += bytes.length;
    for (const [oldest, page] of this.#pages) {
      if (this.#bytes <= BYTES_MAX && page.untilMs > this.#clock.monotonicMs()) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#pages.get(key)?.bytes.length ?? 0;
    this.#pages.delete(key);
  }
}

/** An address without a query, and a request of nobody in particular, for the whole; its headers are a short key. */
function isPlain({ method, url = '', headers }: IncomingMessage): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const isOfAnybody = headers.authorization === undefined && headers.range === undefined;
  const isShort = VARIED.every((name) => (headers[name] ?? '').length <= LIST_HEADER_MAX);
  return isRead && !url.includes('?') && isOfAnybody && isShort && isPassedOnWhole(headers);
}

/**
 * Whether the web process sees by what a page differs: a header that `Connection` names is not passed on, and its page
 * would be kept for others as the answer to what they ask.
 */
function isPassedOnWhole({ connection }: IncomingHttpHeaders): boolean {
  const own = namedByConnection(connection);
  return !VARIED.some((name) => own.has(name));
}

function isForAll({ statusCode, headers }: IncomingMessage): boolean {
  const varied = (headers.vary ?? '').split(',').map((name) => name.trim().toLowerCase());
  return (
    statusCode === 200 &&
    headers.etag !== undefined &&
    headers['set-cookie'] === undefined &&
    /\bs-maxage=[1-9]/.test(headers['cache-control'] ?? '') &&
    varied.every((name) => name === '' || VARIED.some((known) => known === name))
  );
}

function keyOf({ url, headers }: IncomingMessage): string {
  return [url, ...VARIED.map((name) => headers[name] ?? '')].join('\n');
}

function isOfBody(name: string): boolean {
  return /^content-(length|encoding|type)$/i.test(name);
}
