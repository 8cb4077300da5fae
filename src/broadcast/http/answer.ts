import { entityTag, namesEtag } from '#src/platform/wire/entity-tag.ts';
import { ReadyAnswer } from '#src/platform/wire/ready-answer.ts';
import { type Exchange, languageOf } from './exchange.ts';
import { FAILURE_TEXTS, FAILURES, type FailureCode } from './failure-texts.ts';

type Headers = Record<string, string>;

/** Lets pages of other sites read the answer: it is public anyway. */
export const PUBLIC: Headers = { 'Access-Control-Allow-Origin': '*' };
/** Lets them see when to ask again, too: a player of another origin [R239] would find no such header. */
const PUBLIC_WAIT: Headers = { 'Access-Control-Expose-Headers': 'Retry-After' };

/** Sends a whole answer; a HEAD gets its head alone. */
export function answer(
  { request, response }: Exchange,
  status: number,
  headers: Headers,
  body: Buffer | string,
): void {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, {
    'Content-Length': bytes.length,
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

export function answerJson(exchange: Exchange, status: number, value: object, headers: Headers = {}): void {
  const head = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...PUBLIC,
    ...headers,
  };
  answer(exchange, status, head, JSON.stringify(value));
}

/** Answers with a failure [W11] in the language of the request; `more` is added to its fields. */
export function answerFailure(
  exchange: Exchange,
  code: FailureCode,
  headers: Headers = {},
  more: Record<string, unknown> = {},
  status: number = FAILURES[code],
): void {
  const language = languageOf(exchange.request);
  const head = {
    'Content-Language': language,
    Vary: 'Accept-Language, X-Language',
    ...('Retry-After' in headers && PUBLIC_WAIT),
    ...headers,
  };
  answerJson(exchange, status, { success: false, error: FAILURE_TEXTS[code][language], code, ...more }, head);
}

/**
 * Whether the method is one of these. Otherwise the answer is given: 405, or what `OPTIONS` asks, alone or
 * before a call from another site. Such a call may carry `X-Language`, which every answer heeds, and the
 * headers that `more` lists.
 */
export function isAllowed(exchange: Exchange, methods: readonly string[], more = ''): boolean {
  const { method = '', headers } = exchange.request;
  if (methods.includes(method)) return true;
  const allow = [...methods, 'OPTIONS'].join(', ');
  if (method !== 'OPTIONS') {
    answerFailure(exchange, 'method_not_allowed', { Allow: allow });
  } else if (headers.origin === undefined || !headers['access-control-request-method']) {
    exchange.response.writeHead(204, { Allow: allow, ...PUBLIC }).end();
  } else {
    const head: Headers = {
      Allow: allow,
      ...PUBLIC,
      'Access-Control-Allow-Methods': methods.join(', '),
      'Access-Control-Allow-Headers': more === '' ? 'X-Language' : `X-Language, ${more}`,
      'Access-Control-Max-Age': '86400',
    };
    exchange.response.writeHead(204, head).end();
  }
  return false;
}

/** A document in memory with its ETag, ready to be sent as often as it is asked for. */
export interface StoredDocument {
  bytes: Buffer;
  etag: string;
  /** Names and values alternating, as `http` writes them. */
  head: string[];
  wholeHead: string[];
  whole: ReadyAnswer;
  known: ReadyAnswer;
}

export function storedDocument(text: string, headers: Headers): StoredDocument {
  const bytes = Buffer.from(text);
  const etag = entityTag(bytes);
  const head = Object.entries({ ETag: etag, ...PUBLIC, ...headers }).flat();
  const wholeHead = ['Content-Length', String(bytes.length), 'X-Content-Type-Options', 'nosniff', ...head];
  const whole = new ReadyAnswer(wholeHead, bytes);
  return { bytes, etag, head, wholeHead, whole, known: new ReadyAnswer(head, Buffer.alloc(0), 304) };
}

/** Answers with a document, or with 304 when the caller has it already (RFC 9110 §13.1.2). Every page polls these. */
export function answerDocument({ request, response }: Exchange, document: StoredDocument): void {
  const { head, wholeHead, bytes } = document;
  const known = request.headers['if-none-match'];
  const isKnown = known !== undefined && namesEtag(known, document.etag);
  const isGet = request.method === 'GET';
  if (isGet && (isKnown ? document.known : document.whole).send(request, response)) return;
  if (isKnown) response.writeHead(304, head).end();
  else response.writeHead(200, wholeHead).end(isGet ? bytes : undefined);
}
