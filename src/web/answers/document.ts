import { StoredAnswer } from './stored-answer.ts';

/** Any page on any site may read it. */
export const PUBLIC = { 'access-control-allow-origin': '*' };

interface DocumentHeaders {
  readonly contentType: string;
  readonly cacheControl: string;
}

/** A small document written anew each time; a client that has the same one already gets 304. */
export function documentAnswer(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  headers: DocumentHeaders,
): Promise<Response> {
  return storedDocument(body, headers).respond(request);
}

/**
 * Documents of one kind, written and compressed once and kept while the objects they are made from are the
 * same.
 */
export class KeptDocuments {
  readonly #headers: DocumentHeaders;
  readonly #known = new WeakMap<object, { others: readonly object[]; answer: StoredAnswer }>();

  constructor(headers: DocumentHeaders) {
    this.#headers = headers;
  }

  /** @param subject one document is kept of each; a change in `others` has it written anew too */
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
