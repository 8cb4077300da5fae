import { StoredAnswer } from './stored-answer.ts';

/** Anyone may read it, from any page. */
export const PUBLIC = { 'access-control-allow-origin': '*' };

interface DocumentHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
}

/** A small document written anew each time; clients that have the same one already get 304. */
export function document(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  headers: DocumentHeaders,
): Promise<Response> {
  return storedDocument(body, headers).respond(request);
}

/** Documents of one kind that are written, and compressed, once while the objects that they tell of are the same. */
export class StandingDocuments {
  readonly #headers: DocumentHeaders;
  readonly #known = new WeakMap<object, { others: readonly object[]; answer: StoredAnswer }>();

  constructor(headers: DocumentHeaders) {
    this.#headers = headers;
  }

  /** @param subject one document is kept of each; `others` is what else is told in it */
  respond(
    request: Request,
    [subject, ...others]: readonly [object, ...object[]],
    write: () => string,
  ): Promise<Response> {
    const known = this.#known.get(subject);
    if (known?.others.every((other, at) => other === others[at])) return known.answer.respond(request);
    const answer = storedDocument(write(), this.#headers);
    this.#known.set(subject, { others, answer });
    return answer.respond(request);
  }
}

function storedDocument(
  body: string | Uint8Array<ArrayBuffer>,
  { contentType, cacheControl }: DocumentHeaders,
): StoredAnswer {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return new StoredAnswer(
    200,
    new Headers({ 'content-type': contentType, 'cache-control': cacheControl, ...PUBLIC }),
    bytes,
  );
}
