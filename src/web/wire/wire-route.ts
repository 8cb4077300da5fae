import { entityTag, namesEtag } from '#src/platform/wire/entity-tag.ts';
import type { WireDoor } from './wire-door.ts';
import type { WireAnswer, WireRequest } from './wire-exchange.ts';

/** `/api-proxy.php` as a fetch handler. */
export async function answerWireRequest(
  door: WireDoor,
  request: Request,
  address: string,
): Promise<Response> {
  const wireRequest: WireRequest = {
    method: request.method,
    search: new URL(request.url).searchParams,
    headers: request.headers,
    body: request.body,
    address,
  };
  return wireResponse(await door.answer(wireRequest), request);
}

function wireResponse(answer: WireAnswer, request: Request): Response {
  const headers = new Headers(answer.headers);
  if (answer.body === null) return new Response(null, { status: answer.status, headers });
  const text = JSON.stringify(answer.body);
  if (headers.get('cache-control') !== 'no-store') {
    const tag = `W/${entityTag(text)}`;
    headers.set('etag', tag);
    if (namesEtag(request.headers.get('if-none-match') ?? '', tag))
      return new Response(null, { status: 304, headers });
  }
  headers.set('content-type', 'application/json; charset=utf-8');
  return new Response(request.method === 'HEAD' ? null : text, { status: answer.status, headers });
}
