import { answer, answerFailure } from '#src/broadcast/http/answer.ts';
import { type Exchange, languageOf } from '#src/broadcast/http/exchange.ts';
import { isLanguage, type Language } from '#src/contract/languages.ts';
import type { StationConfig } from '#src/station/config/station-config.ts';
import { unavailablePage } from './unavailable-page.ts';

const RETRY_AFTER_SECONDS = '5';
const EMBED_PATH = /^\/embed\/([^/]+)$/;

/** The answer while no web process answers: a page to listen from for people, a wire failure for programs [R105]. */
export function unavailableAnswer(options: {
  config: () => Pick<StationConfig, 'streams'>;
  mediaBaseUrl: string;
}): (exchange: Exchange) => void {
  const { config, mediaBaseUrl } = options;
  return (exchange) => {
    const { request, path } = exchange;
    const headers = { 'Retry-After': RETRY_AFTER_SECONDS, Connection: 'close' };
    const isForPeople = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (!isForPeople) {
      answerFailure(exchange, 'unavailable', headers);
      return;
    }
    const language = pageLanguage(exchange);
    const { streams } = config();
    const embedded = EMBED_PATH.exec(path)?.[1];
    const { html, policy } = unavailablePage({
      language,
      streams: streams.filter(({ id }) => embedded === undefined || id === embedded),
      mediaBaseUrl,
      isFramed: embedded !== undefined,
    });
    const head = {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
    };
    answer(exchange, 503, head, html);
  };
}

/** The language is taken from the page's address: a reader may not have set it in the browser. */
function pageLanguage({ path, query, request }: Exchange): Language {
  const [, first = ''] = path.split('/');
  if (isLanguage(first)) return first;
  const wanted = query.get('lang') ?? '';
  return isLanguage(wanted) ? wanted : languageOf(request);
}
