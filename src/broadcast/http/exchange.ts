import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Language } from '#src/contract/languages.ts';
import { requestLanguage } from '#src/i18n/negotiation/accept-language.ts';

/** One request and its answer. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Without the query, as it came. */
  path: string;
  readonly query: URLSearchParams;
}

export function openExchange(request: IncomingMessage, response: ServerResponse): Exchange {
  const target = (request.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  let query: URLSearchParams | null = null;
  return {
    request,
    response,
    path,
    get query() {
      query ??= new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1));
      return query;
    },
  };
}

/** Returns the language in which a request of Node's is answered, by the rule of `requestLanguage`. */
export function languageOf({ headers }: IncomingMessage): Language {
  return requestLanguage((name) => headers[name]?.toString());
}
