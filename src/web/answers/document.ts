import { StoredAnswer } from './stored-answer.ts';

/** Anyone may read it, from any page. */
export const PUBLIC = { 'access-control-allow-origin': '*' };

/** A small document written anew each time; clients that have the same one already get 304. */
export function document(
  request: Request,
  body: string | Uint8Array<ArrayBuffer>,
  headers: { contentType: string; cacheControl: string },
): Promise<Response> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const head = new Headers({
    'content-type': headers.contentType,
    'cache-control': headers.cacheControl,
    ...PUBLIC,
  });
  return new StoredAnswer(200, head, bytes).respond(request);
}
